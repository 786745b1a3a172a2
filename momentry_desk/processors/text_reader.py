"""Finds and reads text in one picture: PP-OCRv6 through RapidOCR, from local files, silently."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from momentry_desk.processors.base import BgrImage

    #: Four corners, clockwise from the text's upper left, in pixels.
    Quad = NDArray[np.float32]

#: Longer side of the picture in which text is looked for, in pixels, unless told otherwise. 640 takes a quarter
#: less time but loses a small word on a 1080p wall (120 pixels wide) in four samples of five; 736 in one.
DETECTION_SIDE = 736


class TextReader:
    """The two loaded networks. Both calls are pure functions of the picture."""

    def __init__(self, folder: Path, threads: int, detection_side: int = DETECTION_SIDE) -> None:
        # The library sets up a handler of its own on import and speaks at level INFO.
        logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
        from rapidocr import RapidOCR

        self._engine: Any = RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_cls": False,
                "EngineConfig.onnxruntime.intra_op_num_threads": threads,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
                # Off by default; on, it takes 4 % less time and, with the library's strategy, no more memory.
                "EngineConfig.onnxruntime.enable_cpu_mem_arena": True,
                "Det.limit_type": "max",
                "Det.limit_side_len": detection_side,
                "Det.model_path": str(folder / "PP-OCRv6_det_small.onnx"),
                "Rec.model_path": str(folder / "PP-OCRv6_rec_small.onnx"),
            }
        )

    def find(self, picture: "BgrImage") -> "list[Quad]":
        """Where text stands, from the top."""
        # The three switches stick from call to call: all of them are given each time.
        found = self._engine(picture, use_det=True, use_cls=False, use_rec=False)
        return [] if found.boxes is None else list(found.boxes)

    def read(self, crop: "BgrImage") -> tuple[str, float]:
        """The text of one upright line, and how sure that is (0 to 1)."""
        read = self._engine(crop, use_det=False, use_cls=False, use_rec=True)
        if not read.txts:
            return "", 0.0
        return str(read.txts[0]).strip(), float(read.scores[0])


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
