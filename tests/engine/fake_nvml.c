/* A stand-in for the driver's libnvidia-ml.so.1: it answers what the file named by FAKE_NVML says at each call.
   Lines: "init CODE", "gpu INDEX STATE PERCENT USED_MB TOTAL_MB", "memory INDEX PID MB", "load INDEX PID PERCENT",
   "util CODE" (what the question for figures per process answers). STATE 0 is well, else an error's number. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { unsigned long long total, free, used; } memory_t;
typedef struct { unsigned int gpu, memory; } rates_t;
typedef struct { unsigned int pid; unsigned long long used; unsigned int instance, compute; } process_t;
typedef struct { unsigned int pid; unsigned long long stamp; unsigned int sm, mem, enc, dec; } sample_t;

enum { SUCCESS = 0, NOT_FOUND = 6, TOO_SMALL = 7 };
static int handles[8] = {0, 1, 2, 3, 4, 5, 6, 7};

static int line_of(const char *kind, int skip, char *rest) {
    FILE *file = fopen(getenv("FAKE_NVML"), "r");
    char line[256], name[64];
    int at, found = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "%63s %n", name, &at) == 1 && !strcmp(name, kind) && skip-- == 0) {
            strcpy(rest, line + at);
            found = 1;
            break;
        }
    if (file) fclose(file);
    return found;
}

static int gpu(int index, int *percent, int *used, int *total) {
    char rest[256];
    int i, state;
    for (int n = 0; line_of("gpu", n, rest); n++)
        if (sscanf(rest, "%d %d %d %d %d", &i, &state, percent, used, total) == 5 && i == index) return state;
    return NOT_FOUND;
}

static int code(const char *kind) {
    char rest[256];
    return line_of(kind, 0, rest) ? atoi(rest) : SUCCESS;
}

int nvmlInitWithFlags(unsigned int flags) { return code("init"); }
int nvmlShutdown(void) { return SUCCESS; }
const char *nvmlErrorString(int error) { return "as scripted"; }

int nvmlDeviceGetCount_v2(unsigned int *count) {
    char rest[256];
    for (*count = 0; line_of("gpu", *count, rest); ++*count) {}
    return SUCCESS;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, int **handle) {
    int a, b, c, state = gpu(index, &a, &b, &c);
    *handle = &handles[index];
    return state;
}

int nvmlDeviceGetName(int *handle, char *name, unsigned int length) {
    snprintf(name, length, "Fake RTX %d", *handle);
    return SUCCESS;
}

int nvmlDeviceGetMemoryInfo(int *handle, memory_t *memory) {
    int percent, used, total, state = gpu(*handle, &percent, &used, &total);
    memory->used = used * 1000000ULL;
    memory->total = total * 1000000ULL;
    memory->free = memory->total - memory->used;
    return state;
}

int nvmlDeviceGetUtilizationRates(int *handle, rates_t *rates) {
    int used, total;
    return gpu(*handle, (int *)&rates->gpu, &used, &total);
}

static int processes(int *handle, unsigned int *count, process_t *out) {
    char rest[256];
    unsigned int found = 0;
    int index, pid, mb;
    for (int n = 0; line_of("memory", n, rest); n++)
        if (sscanf(rest, "%d %d %d", &index, &pid, &mb) == 3 && index == *handle) {
            if (out && found < *count) out[found] = (process_t){pid, mb * 1000000ULL, 0, 0};
            found++;
        }
    int fits = out ? found <= *count : !found;
    *count = found;
    return fits ? SUCCESS : TOO_SMALL;
}

#ifdef OLD_DRIVER
int nvmlDeviceGetComputeRunningProcesses_v2(int *h, unsigned int *n, process_t *out) { return processes(h, n, out); }
#else
int nvmlDeviceGetComputeRunningProcesses_v3(int *h, unsigned int *n, process_t *out) { return processes(h, n, out); }
int nvmlDeviceGetGraphicsRunningProcesses_v3(int *h, unsigned int *n, process_t *out) {
    *n = 0;
    return SUCCESS;
}

int nvmlDeviceGetProcessUtilization(int *handle, sample_t *out, unsigned int *count, unsigned long long since) {
    char rest[256];
    unsigned int found = 0;
    int index, pid, percent, state = code("util");
    if (state) return state;
    for (int n = 0; line_of("load", n, rest); n++)
        if (sscanf(rest, "%d %d %d", &index, &pid, &percent) == 3 && index == *handle) {
            if (out && found < *count) out[found] = (sample_t){pid, since + 1000, percent, 0, 0, 0};
            found++;
        }
    if (!found) return NOT_FOUND;
    int fits = out && found <= *count;
    *count = found;
    return fits ? SUCCESS : TOO_SMALL;
}
#endif
