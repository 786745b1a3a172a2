"""The no-op task of Celery's side. BENCH_REDIS says where the broker listens."""

import os

from celery import Celery

app = Celery("bench", broker=os.environ["BENCH_REDIS"])
app.conf.update(
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    task_ignore_result=True,
    broker_connection_retry_on_startup=True,
)


@app.task
def nothing(number: int) -> None:
    """As long as nothing takes."""
    del number
