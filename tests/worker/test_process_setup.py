"""What a worker asks of its own process."""

import os

import pytest

from momentry_desk.worker import process_setup


def test_pools_have_one_thread_unless_the_engine_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "4")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "unset")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    monkeypatch.setenv("MKL_NUM_THREADS", "unset")
    monkeypatch.delenv("MKL_NUM_THREADS")
    process_setup.bound_pools()
    assert os.environ["OMP_NUM_THREADS"] == "4"
    assert os.environ["OPENBLAS_NUM_THREADS"] == os.environ["MKL_NUM_THREADS"] == "1"
