"""Finds and reads text in one picture: PP-OCRv6 through RapidOCR, from local files, silently."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from momentry_desk.processors.devices import CPU, Device
from momentry_desk.processors.onnx_sessions import open_session, runs_on
from momentry_desk.processors.text_boxes import joined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from momentry_desk.processors.base import BgrImage

    #: Four corners, clockwise from the text's upper left, in pixels.
    Quad = NDArray[np.float32]

#: Longer side of the picture in which text is looked for, in pixels, unless told otherwise. 640 takes a quarter
#: less time but loses a small word on a 1080p wall (120 pixels wide) in four samples of five; 736 in one.
DETECTION_SIDE = 736

#: How surely an outline holds text (0 to 1). At 0.5 halves of words behind a head are read, at 0.64 a small word on
#: a wall is missed in every second sample.
_LEAST_SCORE = 0.6


class TextReader:
    """The two loaded networks. Both calls are pure functions of the picture.

    `device` is where they run, which is the CPU where the one asked for cannot be used.
    """

    def __init__(
        self, folder: Path, threads: int, detection_side: int = DETECTION_SIDE, device: Device = CPU
    ) -> None:
        # The library sets up a handler of its own on import and speaks at level INFO.
        logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
        from omegaconf import flag_override
        from rapidocr import RapidOCR
        from rapidocr.ch_ppocr_det import TextDetector

        self._engine: Any = RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_cls": False,
                "Det.limit_type": "max",
                "Det.limit_side_len": detection_side,
                # Judged by the outline of what was found: by its rectangle a thin letter counts as background.
                "Det.score_mode": "slow",
                "Det.box_thresh": _LEAST_SCORE,
            }
        )
        # The library takes sessions of its user's, but not among the parameters above.
        with flag_override(self._engine.cfg, "allow_objects", True):
            self._engine.cfg.Det.session = open_session(folder / "PP-OCRv6_det_small.onnx", threads, device)
            self._engine.cfg.Rec.session = open_session(folder / "PP-OCRv6_rec_small.onnx", threads, device)
        self.device = runs_on(self._engine.cfg.Det.session)
        self._finder: Any = TextDetector(self._engine.cfg.Det)
        preparation = _Preparation(detection_side, self._finder.mean, self._finder.std)
        # The library's own computes in float64, which takes a third as long as the network.
        self._finder.get_preprocess = lambda: preparation

    def find(self, picture: "BgrImage") -> "list[Quad]":
        """Where text stands, from the top."""
        found = self._finder(picture)
        return [] if found.boxes is None else joined(list(found.boxes))

    def read(self, crop: "BgrImage") -> tuple[str, float]:
        """The text of one upright line, and how sure that is (0 to 1)."""
        # The three switches stick from call to call: all of them are given each time.
        read = self._engine(crop, use_det=False, use_cls=False, use_rec=True)
        if not read.txts:
            return "", 0.0
        return str(read.txts[0]).strip(), float(read.scores[0])


class _Preparation:
    """Scales a picture for the network that finds text, and shifts its colours to what that was trained on."""

    #: Both sides of what the network sees are multiples of this. Pixels.
    _STEP = 32

    def __init__(self, longest: int, mean: Sequence[float], deviation: Sequence[float]) -> None:
        import numpy as np

        self._longest = longest
        # (value / 255 - mean) / deviation as one multiplication and one addition.
        self._factor = np.array([1 / 255 / d for d in deviation], np.float32)
        self._shift = np.array([-m / d for m, d in zip(mean, deviation, strict=True)], np.float32)

    def __call__(self, picture: "BgrImage") -> "NDArray[np.float32]":
        """1 x 3 x height x width."""
        import cv2
        import numpy as np

        height, width = picture.shape[:2]
        scale = min(1.0, self._longest / max(height, width))
        size = tuple(
            max(self._STEP, round(int(side * scale) / self._STEP) * self._STEP) for side in (width, height)
        )
        planes = cv2.split(cv2.resize(picture, size))
        made = np.empty((1, 3, size[1], size[0]), np.float32)
        for index, plane in enumerate(planes):
            np.multiply(plane, self._factor[index], out=made[0, index])
            made[0, index] += self._shift[index]
        return made


def crop_line(picture: "BgrImage", quad: "Quad") -> "BgrImage":
    """Cut the quadrilateral out and set it upright; a line much higher than wide is laid on its side."""
    import cv2
    import numpy as np

    width = max(1, round(float(max(np.linalg.norm(quad[0] - quad[1]), np.linalg.norm(quad[3] - quad[2])))))
    height = max(1, round(float(max(np.linalg.norm(quad[0] - quad[3]), np.linalg.norm(quad[1] - quad[2])))))
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    turn = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    flags, border = cv2.INTER_CUBIC, cv2.BORDER_REPLICATE
    crop = cv2.warpPerspective(picture, turn, (width, height), flags=flags, borderMode=border)
    # Vertical writing: the networks read a line from left to right.
    upright = np.rot90(crop) if height >= 1.5 * width else crop
    return np.ascontiguousarray(upright, np.uint8)
