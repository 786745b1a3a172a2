"""A bad value in the settings is named, and the default serves meanwhile."""

import pytest

from momentry_desk.core.setting_fields import Kind, SettingField
from momentry_desk.core.settings import (
    FIELDS,
    QueueSettings,
    SettingProblem,
    Settings,
    default_slots,
    from_mapping,
    value_of,
)


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


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("language", 5, 'language = 5 was not taken: it should be text, in "quotation marks".'),
        ("device", "tpu", 'device = "tpu" was not taken: it should be one of auto, cpu, cuda.'),
        ("beam", 11, "beam = 11 was not taken: it should be a whole number from 1 to 10."),
        ("bean", 1, "bean is not a setting of [processors.asr]"),
    ],
)
def test_an_option_of_a_processor_is_named_by_itself(key: str, value: object, said: str) -> None:
    settings, problems = from_mapping({"processors": {"asr": {key: value, "model": "tiny.en"}}})
    assert problems == (SettingProblem(f"processors.asr.{key}", said),)
    assert settings.processors.options()["asr"] == {"model": "tiny.en"}


def test_every_setting_is_known_by_its_key_with_its_default() -> None:
    assert len(FIELDS) == len({field.key for field in FIELDS}) > 40
    for field in FIELDS:
        assert value_of(Settings(), field.key) == field.default
    told = {field.key: field for field in FIELDS}
    assert told["queue.cpu_threshold"] == SettingField("queue.cpu_threshold", Kind.NUMBER, 80.0, 1.0, 100.0)
    assert told["window.theme"].choices == ("system", "light", "dark")
