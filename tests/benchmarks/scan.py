"""What a scan costs and how right it is: this program, other programs, plain scripts, and what none can avoid.

`python3 packaging/dev.py bench scan [--quick] [--json FILE|-] [--no-peers] [--minutes 2,20,120] [--footage FILE…]`

`ratio_to_ideal` is the wall time of one warm scan alone over what bare decoding and inference on the same samples
need of CPU seconds, divided by the cores; `..._batch` the same of one film in every slot at once; `..._cpu` is CPU
seconds over CPU seconds, which hold on a machine that others use too. The speedups are of CPU seconds, `..._wall`
of wall time, and hold the whole of ours, start and loading included, against the whole of the others. Ends with 1
where a figure is over its bound (`scanning/bounds.py`).
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from momentry_desk.processors.weight_files import folders_in_environment
from tests.benchmarks.scanning import accuracy, inputs
from tests.benchmarks.scanning.bounds import bounds
from tests.benchmarks.scanning.children import Cost, plain
from tests.benchmarks.scanning.inputs import Footage, Sizes
from tests.benchmarks.scanning.ours import PROCESSORS, Options, Scanned, Slots, slots
from tests.benchmarks.scanning.peers import Peer, Peers, versions


class Comparison(msgspec.Struct, frozen=True):
    """One file: `ideal` CPU seconds by kind of work; `batch_s` the wall time for each copy, of one in every slot at
    once."""

    footage: Footage
    ours: Scanned
    batch_s: float
    ideal: dict[str, float]
    naive: dict[str, Cost]
    naive_found: dict[str, Any]
    peers: list[Peer]
    denser: Scanned


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="smaller inputs: minutes instead of an hour")
    parser.add_argument("--json", help="write the figures there, - for the standard output")
    parser.add_argument("--no-peers", action="store_true", help="leave the other programs out")
    parser.add_argument("--minutes", default="", help="also hold the peak of memory against these durations")
    parser.add_argument("--footage", nargs="*", type=Path, default=[], help="also compare over these files")
    asked = parser.parse_args(arguments)
    if os.name != "posix":
        parser.error("this benchmark counts CPU seconds as POSIX systems do; it does not run here.")
    say = Saying(sys.stderr if asked.json == "-" else sys.stdout)
    cache = Path(platformdirs.user_cache_dir("momentry-desk")) / "bench-scan"
    figures = measure(
        say,
        inputs.QUICK if asked.quick else inputs.FULL,
        cache,
        folders_in_environment()[0],
        with_peers=not asked.no_peers,
        minutes=tuple(float(part) for part in asked.minutes.split(",") if part),
        more=asked.footage,
    )
    written = json.dumps(figures, indent=1, ensure_ascii=False)
    if asked.json == "-":
        print(written)
    elif asked.json:
        Path(asked.json).write_text(written + "\n", encoding="utf-8")
    return int(not all(bound["held"] for bound in figures["bounds"].values()))


class Saying:
    """Prints what is measured as soon as it is."""

    def __init__(self, to: Any) -> None:
        self._to = to

    def __call__(self, text: str = "") -> None:
        print(text, file=self._to, flush=True)


def measure(
    say: Saying,
    sizes: Sizes,
    cache: Path,
    weights: Path,
    *,
    with_peers: bool = True,
    minutes: Sequence[float] = (),
    more: Sequence[Path] = (),
    count: int | None = None,
) -> dict[str, Any]:
    """Everything, told as it goes; the figures as JSON knows them. `count` workers; None: as the queue has."""
    made = cache / f"inputs-{inputs.VERSION}"
    cores = os.cpu_count() or 1
    figures: dict[str, Any] = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": {"processor": _processor(), "cores": cores, "system": platform.platform()},
        "load_at_start": os.getloadavg()[0],
        "sizes": msgspec.to_builtins(sizes),
    }
    say(f"{figures['machine']['processor']}, {cores} cores, load {figures['load_at_start']:.1f}")
    peers = Peers(cache, weights) if with_peers else None
    if peers is not None:
        figures["peers"] = versions()
    film = inputs.film(made, sizes.film_s, sizes.film_size)
    with slots(weights, count) as warm:
        first = warm.load_all(film)
        compared = compare(film, weights, peers, warm, at_once=sizes.scripts_at_once)
        # The first scan loads: what it cost above a warm one is the start.
        start = first.less(compared.ours.cost)
        figures["film"] = _told(say, compared, start, cores)
        for key in ("ratio_to_ideal", "speedup_over_peers", "speedup_over_naive"):
            figures[key] = figures["film"][key]
        own = [Footage(path.name, path.resolve(), _seconds(path)) for path in more]
        figures["footage"] = [_told(say, compare(one, weights, peers, warm), start, cores) for one in own]
        if sizes.excerpt_s:
            excerpts = (inputs.hevc(made, sizes.excerpt_s), inputs.four_k(made, sizes.excerpt_s))
            figures["excerpts"] = [_row(say, warm.scan([one])[0], sizes.excerpt_s) for one in excerpts]
        if sizes.noises:
            figures["noisy"] = _noisy(say, warm, inputs.noisy_speech(made, sizes.noises), weights, peers)
        if sizes.clips:
            figures["clips"] = _clips(say, warm, inputs.clips(made, sizes.clips), weights)
        figures["talk"] = _talk(say, warm, inputs.talk(made, sizes.talk_s))
    figures["memory"] = _memory(say, made, minutes, weights)
    say()
    for bound in bounds(figures):
        say(bound.sentence())
    figures["bounds"] = {
        bound.name: {**msgspec.to_builtins(bound), "held": bound.held} for bound in bounds(figures)
    }
    return figures


def compare(footage: Footage, weights: Path, peers: Peers | None, warm: Slots, *, at_once: int = 1) -> Comparison:
    """Every way over one file, one after another (the plain scripts: so many `at_once`); `warm` have loaded all."""
    (ours,) = warm.scan([footage])
    (denser,) = warm.scan([footage], ("face",), {"face": {"interval_s": 0.25}})
    begun = time.perf_counter()
    warm.scan([footage] * len(warm))
    batch_s = (time.perf_counter() - begun) / len(warm)
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        scripts = pool.map(lambda name: plain(name, footage.path, weights), (*PROCESSORS, "ideal"))
        *naively, (_, ideal) = scripts
    naive = {name: cost for name, (cost, _) in zip(PROCESSORS, naively, strict=True)}
    found: dict[str, Any] = {}
    for _, what in naively:
        found |= what
    others = peers.run_all(footage.path) if peers else []
    if peers:
        # With its defaults over the same samples it is the plain script: run once, counted as both.
        others.append(Peer("rapidocr", "ocr", naive["ocr"], texts=tuple(found["texts"])))
    return Comparison(footage, ours, batch_s, ideal["cpu_s"], naive, found, others, denser)


def _told(say: Saying, one: Comparison, start: Cost, cores: int) -> dict[str, Any]:
    footage, ours = one.footage, one.ours
    whole = start + ours.cost
    ideal_s = sum(one.ideal.values())
    naive = sum(one.naive.values(), Cost())
    ran = [peer for peer in one.peers if not peer.absent]
    peers = sum((peer.cost for peer in ran), Cost())
    # Only what the peers that ran do is held against them.
    complete = len(ran) == len(PROCESSORS)
    say(f"\n{footage.name}, {footage.seconds:g} s")
    say(f"  {'':<24}{'CPU s':>8}{'wall s':>8}{'MiB':>7}{'video s per CPU s':>19}")
    rows = [("ours, warm, alone", ours.cost), ("ours, with its start", whole)]
    rows += [("ideal", Cost(ideal_s / cores, ideal_s))]
    rows += [(f"naive {name}", cost) for name, cost in one.naive.items()] + [("naive, all", naive)]
    rows += [(peer.name, peer.cost) for peer in ran] + ([("peers, all", peers)] if ran else [])
    for name, cost in rows:
        speed = footage.seconds / cost.cpu_s if cost.cpu_s else 0.0
        peak = f"{cost.peak_memory / 2**20:.0f}" if cost.peak_memory else "-"
        say(f"  {name:<24}{cost.cpu_s:8.1f}{cost.wall_s:8.1f}{peak:>7}{speed:19.2f}")
    for peer in one.peers:
        if peer.absent:
            say(f"  {peer.name}: absent ({peer.absent})")
    say("  ours by part: " + ", ".join(f"{name} {spent:.2f}" for name, spent in ours.by_processor.items()))
    say("  ideal by part: " + ", ".join(f"{name} {spent:.2f}" for name, spent in one.ideal.items()))
    right = _accuracy(one)
    for name, values in right.items():
        say(f"  {name}: {_listed(values)}")
    told = {
        "name": footage.name,
        "ratio_to_ideal": ours.cost.wall_s / (ideal_s / cores),
        "ratio_to_ideal_batch": one.batch_s / (ideal_s / cores),
        "ratio_to_ideal_cpu": ours.cost.cpu_s / ideal_s,
        "speedup_over_naive": naive.cpu_s / whole.cpu_s,
        "speedup_over_naive_wall": naive.wall_s / whole.wall_s,
        "speedup_over_peers": peers.cpu_s / whole.cpu_s if complete else None,
        "speedup_over_peers_wall": peers.wall_s / whole.wall_s if complete else None,
    }
    say("  " + ", ".join(f"{key} {value:.2f}" for key, value in told.items() if isinstance(value, float)))
    return {
        **told,
        "ours": {"start": _plain(start), "scan": _plain(ours.cost), "cpu_s_by_part": ours.by_processor},
        "ideal_cpu_s": one.ideal,
        "naive": {name: _plain(cost) for name, cost in one.naive.items()},
        "peers": {peer.name: peer.absent or _plain(peer.cost) for peer in one.peers},
        "accuracy": right,
    }


def _accuracy(one: Comparison) -> dict[str, dict[str, Any]]:
    """By measure: ours, the plain script's, the peer's."""
    footage, findings = one.footage, one.ours.findings
    by_processor = {peer.processor: peer for peer in one.peers if not peer.absent}
    right: dict[str, dict[str, Any]] = {}
    if footage.spoken:
        right["word error rate"] = {
            "ours": round(accuracy.word_error(footage.spoken, accuracy.words_of(findings)), 3),
            "naive": round(accuracy.word_error(footage.spoken, one.naive_found["text"]), 3),
        }
        if "asr" in by_processor:
            heard = by_processor["asr"].text
            right["word error rate"]["peer"] = round(accuracy.word_error(footage.spoken, heard), 3)
    if footage.texts:
        given = {"ours": accuracy.texts_of(findings), "naive": tuple(one.naive_found["texts"])}
        if "ocr" in by_processor:
            given["peer"] = by_processor["ocr"].texts
        held = {who: accuracy.lines(footage.texts, texts) for who, texts in given.items()}
        right["texts missed"] = {who: lines.known - lines.found for who, lines in held.items()}
        right["character error"] = {who: round(lines.character_error, 4) for who, lines in held.items()}
    denser = one.denser.findings
    right["faces"] = {
        "share of a four times denser pass": round(accuracy.face_share(denser, findings), 3),
        "persons": accuracy.persons(findings),
        "persons of the denser pass": accuracy.persons(denser),
    }
    cuts = accuracy.cuts_of(findings)
    right["cuts"] = {
        "ours": len(cuts),
        "unlike PySceneDetect's": accuracy.cuts_differing(one.naive_found["cuts"], cuts),
    }
    return right


def _row(say: Saying, scanned: Scanned, seconds: float) -> dict[str, Any]:
    cost = scanned.cost
    say(f"\n{scanned.name}: {cost.cpu_s:.1f} CPU s, {cost.wall_s:.1f} s wall, {seconds / cost.cpu_s:.2f} x time")
    return {"name": scanned.name, **_plain(cost), "cpu_s_by_part": scanned.by_processor}


def _clips(say: Saying, warm: Slots, clips: Sequence[Footage], weights: Path) -> dict[str, Any]:
    """Many short files on all slots, and what each would have cost in a process of its own."""
    scanned = warm.scan(clips)
    alone = []
    # Two tell enough: the first with everything in it, the second with faces alone.
    for clip in clips[:2]:
        with slots(weights, 1) as cold:
            alone.append(cold.load_all(clip).cpu_s)
    # The first clip of each slot still has its buffers to allocate.
    ideal = [sum(plain("ideal", clip.path, weights)[1]["cpu_s"].values()) for clip in clips[len(warm) :]]
    after = [one.cost.cpu_s for one in scanned[len(warm) :]]
    figures = {
        "clips": len(clips),
        "cpu_s_per_clip": sum(one.cost.cpu_s for one in scanned) / len(scanned),
        "over_ideal_after_the_first": sum(after) / sum(ideal) - 1 if after else None,
        "gain_over_a_process_each": sum(alone) / sum(one.cost.cpu_s for one in scanned[:2]),
    }
    say(
        f"\n{len(clips)} clips of 5 s: "
        + ", ".join(f"{key} {value:.2f}" for key, value in figures.items() if value)
    )
    return figures


def _noisy(
    say: Saying, warm: Slots, noises: Sequence[Footage], weights: Path, peers: Peers | None
) -> dict[str, Any]:
    """The mean of the word error rates over all noises."""
    rates: dict[str, list[float]] = {"ours": [], "naive": []}
    for one, scanned in zip(noises, warm.scan(noises, ("asr",)), strict=True):
        heard = {
            "ours": accuracy.words_of(scanned.findings),
            "naive": plain("asr", one.path, weights)[1]["text"],
        }
        peer = peers.run("whisper-ctranslate2", one.path) if peers else None
        if peer is not None and not peer.absent:
            heard["peer"] = peer.text
        for who, text in heard.items():
            rates.setdefault(who, []).append(accuracy.word_error(one.spoken, text))
    means = {who: round(sum(each) / len(each), 3) for who, each in rates.items()}
    say(f"\nspeech under {len(noises)} noises: word error rate {_listed(means)}")
    return {"word error rate": means}


def _talk(say: Saying, warm: Slots, footage: Footage) -> dict[str, Any]:
    (scanned,) = warm.scan([footage], ("asr",))
    share = scanned.cost.cpu_s / footage.seconds
    rate = accuracy.word_error(footage.spoken, accuracy.words_of(scanned.findings))
    say(f"\ntalk of {footage.seconds:g} s, 95 % silent: {share:.2%} of it in CPU s, word error rate {rate:.3f}")
    return {"cpu_share": share, "word_error_rate": rate, **_plain(scanned.cost)}


#: So that two hours take minutes: a small film, looked at now and then, mostly silent. All four processors run over
#: all of it, and what could grow with the duration grows as it would. Short, so that in two minutes all of it was
#: looked at: else the longer ones would show more, and not only last longer.
_MEMORY_FILM_S = 13.0
_MEMORY_SIZE = (640, 360)
_MEMORY_OPTIONS: Options = {"face": {"interval_s": 5.0}, "ocr": {"interval": 5.0}}


def _memory(say: Saying, made: Path, minutes: Sequence[float], weights: Path) -> dict[str, int]:
    """The highest peak of a fresh worker over a film that is repeated to each duration.

    A peak is what happens to be computed at the same instant, and so the higher the longer one looks. To see what
    the duration does, each worker scans as much in all: the shorter film so many times more.
    """
    peaks: dict[str, int] = {}
    for length in minutes:
        film = inputs.film(made, _MEMORY_FILM_S, _MEMORY_SIZE)
        long = inputs.repeated(film, made, length * 60, silent_times=3)
        scans = max(1, round(max(minutes) / length))
        with slots(weights, 1) as fresh:
            scanned = fresh.scan([long] * scans, options=_MEMORY_OPTIONS)
        long.path.unlink()
        whole = sum((one.cost for one in scanned), Cost())
        peaks[f"{length:g} min"] = whole.peak_memory
        say(
            f"\n{length:g} minutes, {scans} times: {whole.peak_memory / 2**20:.0f} MiB "
            f"({scanned[0].cost.peak_memory / 2**20:.0f} after the first), {whole.cpu_s:.0f} CPU s, "
            f"{whole.wall_s:.0f} s wall"
        )
    return peaks


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{who} {value}" for who, value in values.items())


def _plain(cost: Cost) -> dict[str, Any]:
    return {"cpu_s": cost.cpu_s, "wall_s": cost.wall_s, "peak_memory": cost.peak_memory}


def _seconds(path: Path) -> float:
    from momentry_desk.footage.media import probe

    return probe(str(path)).duration_s or 0.0


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main())
