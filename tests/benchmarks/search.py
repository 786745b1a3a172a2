"""A large library made by this script: how fast it takes findings in, how fast it answers, how large it is.

`python -m tests.benchmarks.search [--quick]` prints the figures and exits 1 where one is over its bound. Whole: a
million lines of speech and text and 100,000 sightings in 2,000 videos of half an hour. Quick: a twentieth of it.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from momentry_desk.core.findings import Box, Checkpoint, Chunk, Finding, SpeechSegment, TextLine, Word
from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import TaskRequest
from momentry_desk.core.search import parse
from momentry_desk.store.database import open_database
from momentry_desk.store.findings import FindingStore
from momentry_desk.store.search import SearchStore
from momentry_desk.store.tasks import TaskStore
from momentry_desk.store.videos import VideoStore

NOW = 1_790_000_000.0
VIDEOS = 2_000
LINES = 500
SIGHTINGS = 50
HOURS_A_VIDEO = 0.5
SEARCH_P95_S = 0.050
PEOPLE_S = 0.200
_LINES_A_CHUNK = 100
_SYLLABLES = "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru".split()
_CHINESE = "国家能为你做什么不要问我们的人生时间工作电影拍摄今天明天城市街道声音音乐"


def vocabulary(chance: random.Random, size: int = 20_000) -> list[str]:
    return ["".join(chance.choice(_SYLLABLES) for _ in range(chance.randint(1, 4))) for _ in range(size)]


def findings(chance: random.Random, vocabulary: list[str], weights: list[float]) -> Iterator[list[Finding]]:
    """Chunks of one video's lines: words as often as in a language (Zipf), every tenth line Chinese."""
    for chunk in range(LINES // _LINES_A_CHUNK):
        found: list[Finding] = []
        for index in range(_LINES_A_CHUNK):
            start = (chunk * _LINES_A_CHUNK + index) * 3.5
            if index % 10 == 0:
                text = "".join(chance.choice(_CHINESE) for _ in range(chance.randint(3, 14)))
                found.append(TextLine(start, start + 3, text, 0.9, Box(0.1, 0.1 * (index % 9), 0.3, 0.05)))
                continue
            words = chance.choices(vocabulary, cum_weights=weights, k=chance.randint(4, 14))
            timed = tuple(Word(start + 0.2 * at, start + 0.2 * at + 0.2, f" {word}", 0.9) for at, word in enumerate(words))
            found.append(SpeechSegment(start, start + 3, " ".join(words), "en", 0.99, 0.9, timed))
        yield found
