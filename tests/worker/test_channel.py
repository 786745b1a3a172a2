"""Whole messages out, whole lines in, nothing of a library's on the wire."""

import os
import threading
from collections.abc import Iterator

import pytest

from momentry_desk.core.messages import MAX_LINE, MalformedMessage, Notice, decode_from_worker
from momentry_desk.worker.channel import Channel


@pytest.fixture
def pipes() -> Iterator[tuple[Channel, int, int]]:
    """A channel, the end that feeds it, the end that hears it."""
    read_fd, feed = os.pipe()
    hear, write_fd = os.pipe()
    yield Channel(read_fd, write_fd), feed, hear
    for fd in (read_fd, hear, write_fd):
        os.close(fd)


def test_lines_are_put_together_from_whatever_pieces_arrive(pipes: tuple[Channel, int, int]) -> None:
    channel, feed, _ = pipes
    data = b'{"a":1}\n{"b":"\xe4\xb8\xad"}\n\n'

    def dribble() -> None:
        for index in range(len(data)):
            os.write(feed, data[index : index + 1])
        os.close(feed)

    sender = threading.Thread(target=dribble)
    sender.start()
    assert list(channel.lines()) == [b'{"a":1}', b'{"b":"\xe4\xb8\xad"}', b""]
    sender.join()


def test_half_a_line_at_the_end_is_malformed(pipes: tuple[Channel, int, int]) -> None:
    channel, feed, _ = pipes
    os.write(feed, b'{"a":1}\n{"b":')
    os.close(feed)
    lines = channel.lines()
    assert next(lines) == b'{"a":1}'
    with pytest.raises(MalformedMessage):
        next(lines)


def test_a_line_without_end_is_given_up_in_time(pipes: tuple[Channel, int, int]) -> None:
    channel, feed, _ = pipes

    def flood() -> None:
        for _ in range(MAX_LINE // 65536 + 2):
            os.write(feed, b"x" * 65536)
        os.close(feed)

    sender = threading.Thread(target=flood)
    sender.start()
    with pytest.raises(MalformedMessage):
        list(channel.lines())
    while os.read(channel._read_fd, 1 << 20):
        pass
    sender.join()


def test_messages_of_many_threads_never_mix(pipes: tuple[Channel, int, int]) -> None:
    channel, feed, hear = pipes
    os.close(feed)

    def speak(number: int) -> None:
        for _ in range(5):
            channel.send(Notice("a", str(number) * 20_000))

    senders = [threading.Thread(target=speak, args=(number,)) for number in range(4)]
    for sender in senders:
        sender.start()
    heard = bytearray()
    while heard.count(b"\n") < 20:
        heard += os.read(hear, 1 << 20)
    for sender in senders:
        sender.join()
    for line in bytes(heard).splitlines():
        message = decode_from_worker(line)
        assert isinstance(message, Notice)
        assert len(set(message.text)) == 1


def test_a_message_that_is_too_long_is_refused_before_it_is_sent(pipes: tuple[Channel, int, int]) -> None:
    channel, feed, _ = pipes
    os.close(feed)
    with pytest.raises(ValueError, match="longer"):
        channel.send(Notice("a", "x" * MAX_LINE))
