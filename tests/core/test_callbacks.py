"""Which addresses may be told of a task's end, when it is tried again, and how the word is signed."""

import contextlib
import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.callbacks import (
    DELIVERY_WINDOW_S,
    FIRST_PAUSE_S,
    LONGEST_PAUSE_S,
    CallbackRefused,
    check_addresses,
    check_url,
    next_try,
    sign,
)


def test_this_machine_needs_no_permission() -> None:
    target = check_url("http://127.0.0.1:9000/ended?a=b", ())
    assert (target.host, target.port, target.path) == ("127.0.0.1", 9000, "/ended?a=b")
    assert target.authority == "127.0.0.1:9000"
    assert check_url("https://localhost", ()).port == 443
    assert check_url("http://[::1]:80/", ()).authority == "[::1]"


def test_another_host_is_told_how_to_be_allowed() -> None:
    with pytest.raises(CallbackRefused, match=r'add "studio\.example" to callback_hosts'):
        check_url("http://studio.example/x", ())
    assert check_url("http://studio.example/x", ("Studio.example",)).host == "studio.example"
    assert check_url("http://STUDIO.example./x", ("studio.example",)).host == "studio.example"
    assert check_url("http://anything.example/x", ("*",)).host == "anything.example"


@pytest.mark.parametrize(
    "url",
    [
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "127.0.0.1",
        "http://",
        "http:///path",
        "http://user@127.0.0.1/",
        "http://user:secret@127.0.0.1/",
        "http://127.0.0.1:0/",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1:x/",
        "http://127.0.0.1/a b",
        "http://127.0.0.1/\r\nX: y",
        "http://127.0.0.1\\@evil.example/",
        "http://studio.example\u3002evil/",
        "http://[::1",
        "http://127.0.0.1/" + "a" * 2000,
    ],
)
def test_what_is_no_plain_address_is_refused(url: str) -> None:
    with pytest.raises(CallbackRefused):
        check_url(url, ("*",))


@pytest.mark.parametrize(
    "host",
    [
        "169.254.169.254",
        "169.254.0.1",
        "[fe80::1]",
        "[fe80::1%25eth0]",
        "[fd00:ec2::254]",
        "100.100.100.200",
        "[::ffff:127.0.0.1]",
        "[::ffff:169.254.169.254]",
        "[::ffff:8.8.8.8]",
        "[::127.0.0.1]",
        "[64:ff9b::a9fe:a9fe]",
        "[2002:7f00:1::]",
        "0.0.0.0",
        "[::]",
        "224.0.0.1",
        "255.255.255.255",
        "240.0.0.1",
        "[ff02::1]",
        "metadata.google.internal",
        "METADATA.google.internal.",
    ],
)
def test_addresses_that_are_never_called_are_refused_at_submission(host: str) -> None:
    with pytest.raises(CallbackRefused):
        check_url(f"http://{host}/latest/meta-data", ("*", host.strip("[]")))


def test_one_bad_address_among_many_refuses_the_name() -> None:
    target = check_url("http://studio.example/", ("studio.example",))
    assert check_addresses(target, ["192.168.1.5", "fd00::5"]) == ("192.168.1.5", "fd00::5")
    for bad in ("169.254.169.254", "::ffff:192.168.1.5", "fe80::1%eth0", "0.0.0.0", "nonsense"):
        with pytest.raises(CallbackRefused):
            check_addresses(target, ["192.168.1.5", bad])
    with pytest.raises(CallbackRefused, match="no address"):
        check_addresses(target, [])


def test_localhost_must_be_this_machine() -> None:
    target = check_url("http://localhost/", ())
    assert check_addresses(target, ["127.0.0.1", "::1"]) == ("127.0.0.1", "::1")
    with pytest.raises(CallbackRefused, match="not this machine"):
        check_addresses(target, ["192.168.1.5"])


@given(st.text(max_size=60), st.booleans())
def test_any_text_is_answered_or_refused(text: str, any_host: bool) -> None:
    for url in (text, f"http://{text}", f"http://127.0.0.1{text}"):
        with contextlib.suppress(CallbackRefused):
            target = check_url(url, ("*",) if any_host else ())
            assert target.path.startswith("/")
            assert 0 < target.port < 65_536


@given(st.floats(0, 2 * DELIVERY_WINDOW_S), st.integers(0, 10_000))
def test_tries_end_with_the_day_and_are_never_far_apart(passed: float, tries: int) -> None:
    written = 1000.0
    now = written + passed
    again = next_try(written, tries, now)
    if now >= written + DELIVERY_WINDOW_S:
        assert again is None
    else:
        assert again is not None
        assert now < again <= min(written + DELIVERY_WINDOW_S, now + LONGEST_PAUSE_S)


def test_the_pause_doubles() -> None:
    assert [next_try(0.0, tries, 0.0) for tries in (1, 2, 3)] == [FIRST_PAUSE_S * n for n in (1, 2, 4)]


def test_a_signature_covers_time_stamp_and_body() -> None:
    expected = hmac.new(b"secret", b"1700000000." + b'{"a": 1}', hashlib.sha256).hexdigest()
    assert sign("secret", "1700000000", b'{"a": 1}') == expected
    assert sign("secret", "1700000001", b'{"a": 1}') != expected
