// A umad device in memory, in place of the kernel's: the calls of the program are led here by the linker.
#ifndef IBPLAY_TEST_DEVICE_H
#define IBPLAY_TEST_DEVICE_H

#include "fabric.h"

// How a device misbehaves.
enum manner { HONEST, LOSSY, HOSTILE, FORBIDDEN };

void prepare_device(const struct fabric *fabric, enum manner manner);
// How many packets were written since then.
unsigned long packets_written(void);
double real_seconds(void);

#endif
