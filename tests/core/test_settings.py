"""A bad value in the settings is named, and the default serves meanwhile."""

import pytest

from momentry_desk.core.settings import QueueSettings, Settings, default_slots, from_mapping


@pytest.mark.parametrize(("cores", "slots"), [(1, 2), (2, 2), (5, 2), (6, 3), (9, 3), (10, 4), (64, 4)])
def test_the_unset_number_of_scans_follows_the_cores(cores: int, slots: int) -> None:
    assert default_slots(cores) == slots


def test_nothing_set_gives_the_defaults() -> None:
    assert from_mapping({}) == (Settings(), ())


def test_the_request_s_own_example_is_taken_whole() -> None:
    table = {
        "max_concurrent": 2,
        "dynamic_concurrency": True,
        "cpu_threshold": 80.0,
        "memory_threshold": 80.0,
        "gpu_threshold": 90.0,
        "max_retries": 3,
        "retry_delay": 10,
        "task_timeout": 3600,
    }
    settings, problems = from_mapping({"queue": table})
    assert problems == ()
    assert settings.queue == QueueSettings(max_concurrent=2)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("max_concurrent", -1),
        ("max_concurrent", 65),
        ("max_concurrent", "two"),
        ("max_concurrent", 2.5),
        ("cpu_threshold", 0),
        ("cpu_threshold", 101),
        ("dynamic_concurrency", "yes"),
        ("retry_delay", -5),
        ("task_timeout", 0),
        ("task_timeout", float("nan")),
        ("no_such_key", 1),
    ],
)
def test_a_bad_value_is_named_and_its_neighbours_are_kept(key: str, value: object) -> None:
    settings, problems = from_mapping({"queue": {key: value, "max_retries": 7}})
    assert [problem.key for problem in problems] == [f"queue.{key}"]
    assert key in problems[0].message
    assert settings.queue == QueueSettings(max_retries=7)


def test_an_unknown_section_and_a_section_that_is_none_are_named() -> None:
    settings, problems = from_mapping({"kueue": {}, "queue": 5, "window": {"theme": "dark"}})
    assert [problem.key for problem in problems] == ["kueue", "queue"]
    assert settings.window.theme == "dark"
