"""What is told of one task."""

from collections.abc import Callable

from momentry_desk.engine.engine import Engine


def test_a_try_tells_what_it_has_used_while_it_runs(
    make_engine: Callable[..., Engine], clip: Callable[..., str], wait_until: Callable[..., None]
) -> None:
    engine = make_engine()
    (submitted,) = engine.add([clip("a.mp4", step_s=60)]).result(30).submitted

    def used() -> bool:
        report = engine.task_report(submitted.task_id).result(10)
        assert report is not None
        one = report.attempts[-1] if report.attempts else None
        return (
            one is not None and one.ended_at is None and one.running_s > 0 and bool(one.peak_memory and one.cpu_s)
        )

    wait_until(used, 30, "the try's resources")
