#ifndef IBPLAY_CGROUP_H
#define IBPLAY_CGROUP_H

#include <stddef.h>

// Leaves the control groups by which an ended session or a stopped service kills what it started. 0, or errno when the
// process would still be killed with its session; why says what stood in the way.
int leave_session_groups(char *why, size_t size);

#endif
