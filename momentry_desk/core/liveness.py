"""When a silent worker is taken for hung, and not for starved."""

#: Silence that makes a look necessary, in seconds of running time.
SILENCE_S = 60.0
#: CPU seconds used in silence that tell a busy hang from a starved worker.
HANG_CPU_S = 20.0
#: Below this much CPU in all the silence, on an idle machine, a worker waits for something that never comes.
DEAD_CPU_S = 0.5
IDLE_MACHINE_PERCENT = 50.0


def hangs(*, silent_s: float, used_cpu_s: float, machine_percent: float) -> bool:
    """Whether a worker that said nothing for `silent_s` and used `used_cpu_s` since hangs.

    One that used little while others use the machine (`machine_percent` of all cores) is starved or swapped out.
    """
    if silent_s < SILENCE_S:
        return False
    return used_cpu_s >= HANG_CPU_S or (used_cpu_s <= DEAD_CPU_S and machine_percent < IDLE_MACHINE_PERCENT)
