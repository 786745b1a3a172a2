"""Newer versions: which is newer, whose word is taken, when it is time to ask."""

import json

import pytest

import momentry_desk
from momentry_desk.core.updates import (
    INTERVAL_S,
    LastLook,
    NoAnswer,
    NoRelease,
    Release,
    is_due,
    is_newer,
    is_safe,
    numbers,
    read_release,
    redirected,
)


def test_the_programs_own_version_is_of_the_form_that_is_compared() -> None:
    assert numbers(momentry_desk.__version__) is not None


def test_the_address_of_releases_is_empty_or_safe() -> None:
    assert not momentry_desk.RELEASES or is_safe(momentry_desk.RELEASES)


@pytest.mark.parametrize(
    ("there", "here", "newer"),
    [
        ("0.2.0", "0.1.0", True),
        ("v0.10.0", "0.9.9", True),
        ("1.0.0", "1.0.0", False),
        ("0.9.0", "0.10.0", False),
        ("2.0", "1.0.0", False),
        ("1.1.0-rc.1", "1.0.0", False),
        ("latest", "1.0.0", False),
        ("٢.٠.٠", "1.0.0", False),
        ("1.1.0", "odd", False),
    ],
)
def test_only_three_larger_numbers_are_newer(there: str, here: str, newer: bool) -> None:
    assert is_newer(there, here) is newer


def announced(**changes: object) -> bytes:
    return json.dumps({"tag_name": "v1.2.3", "html_url": "https://example.org/v1.2.3", **changes}).encode()


def test_an_announcement_is_read_whatever_else_stands_in_it() -> None:
    assert read_release(announced(assets=[{"name": "x"}])) == Release("1.2.3", "https://example.org/v1.2.3")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b"\xff\xfe",
        b"[]",
        b'{"tag_name": "v1.2.3"}',
        announced(tag_name=7),
        announced(tag_name="nightly"),
        announced(tag_name="v1.2.3; rm -rf /"),
        announced(html_url="http://example.org/"),
        announced(html_url="file:///etc/passwd"),
        announced(html_url="https://"),
        announced(html_url="https://you@example.org/"),
        announced(html_url="https://example.org/\nSet-Cookie: a"),
        announced(html_url="https://example.org:99999/"),
        announced(html_url="https://example.org/" + "a" * 2000),
        announced(html_url="javascript:alert(1)"),
    ],
)
def test_anything_else_is_no_announcement(body: bytes) -> None:
    with pytest.raises(NoRelease) as caught:
        read_release(body)
    assert caught.value.why is NoAnswer.UNREADABLE


def test_plain_http_is_taken_on_this_machine_alone() -> None:
    assert is_safe("http://127.0.0.1:8000/latest", loopback=True)
    assert not is_safe("http://127.0.0.1:8000/latest")
    assert not is_safe("http://127.0.0.1.example.org/latest", loopback=True)


def test_a_redirection_is_followed_to_https_alone() -> None:
    start = "https://example.org/latest"
    assert redirected(start, "/releases/9") == "https://example.org/releases/9"
    assert redirected(start, "https://elsewhere.org/x") == "https://elsewhere.org/x"
    for bad in ("http://example.org/", "http://127.0.0.1/", "//[", "ftp://example.org/", "https://a@b.org/"):
        with pytest.raises(NoRelease):
            redirected(start, bad)


def test_a_look_is_due_once_a_day_and_after_a_clock_that_was_wrong() -> None:
    assert is_due(LastLook(), 1000.0)
    assert not is_due(LastLook(tried_at=1000.0), 1000.0 + INTERVAL_S - 1)
    assert is_due(LastLook(tried_at=1000.0), 1000.0 + INTERVAL_S)
    assert is_due(LastLook(tried_at=5_000_000_000.0), 1000.0)
