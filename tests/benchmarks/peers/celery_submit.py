"""Submits no-op tasks to Celery and waits until the last is acknowledged: prints seconds."""

import sys
import time

from celery_tasks import app, nothing
from redis import Redis


def main() -> None:
    count, port = int(sys.argv[1]), int(sys.argv[2])
    redis = Redis(port=port)
    with app.connection_for_write() as connection, connection.Producer() as producer:
        start = time.perf_counter()
        for number in range(count):
            nothing.apply_async((number,), producer=producer)
        # Taken and acknowledged: neither waiting nor in hand.
        while redis.llen("celery") or redis.hlen("unacked"):
            time.sleep(0.002)
        sys.stdout.write(f"{time.perf_counter() - start}\n")


main()
