"""The process tree on Windows: a Job Object that ends with its owner.

Not run on the machines this was written on; kept to the four calls that Microsoft documents under "Job Objects".
"""

import ctypes
import sys
from typing import Any

_KILL_ON_JOB_CLOSE = 0x2000
_PRIORITY_CLASS = 0x20
_BELOW_NORMAL = 0x4000
_EXTENDED_LIMIT_INFORMATION = 9
_SET_QUOTA_AND_TERMINATE = 0x0100 | 0x0001


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", ctypes.c_uint32),
        ("SchedulingClass", ctypes.c_uint32),
    )


class _ExtendedLimits(ctypes.Structure):
    _fields_ = (
        ("BasicLimitInformation", _BasicLimits),
        ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    )


class JobObject:
    """Holds one worker and all that it starts. Closing it, or the program's end, ends them."""

    def __init__(self, pid: int) -> None:
        if sys.platform != "win32":
            raise OSError("job objects are there on Windows alone")
        self._kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)
        self._kernel.CreateJobObjectW.restype = ctypes.c_void_p
        self._kernel.OpenProcess.restype = ctypes.c_void_p
        self._handle: int | None = self._kernel.CreateJobObjectW(None, None)
        limits = _ExtendedLimits()
        limits.BasicLimitInformation.LimitFlags = _KILL_ON_JOB_CLOSE | _PRIORITY_CLASS
        limits.BasicLimitInformation.PriorityClass = _BELOW_NORMAL
        process = self._kernel.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, pid)
        try:
            set_up = self._kernel.SetInformationJobObject(
                ctypes.c_void_p(self._handle),
                _EXTENDED_LIMIT_INFORMATION,
                ctypes.byref(limits),
                ctypes.sizeof(limits),
            ) and self._kernel.AssignProcessToJobObject(ctypes.c_void_p(self._handle), ctypes.c_void_p(process))
        finally:
            self._kernel.CloseHandle(ctypes.c_void_p(process))
        if not set_up:
            raise OSError(ctypes.get_last_error(), "the worker could not be put into a job object")

    def end(self) -> None:
        """End every process in it."""
        if self._handle is not None:
            self._kernel.TerminateJobObject(ctypes.c_void_p(self._handle), 1)
            self._kernel.CloseHandle(ctypes.c_void_p(self._handle))
            self._handle = None
