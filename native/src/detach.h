#ifndef IBPLAY_DETACH_H
#define IBPLAY_DETACH_H

#include <stdbool.h>

// In a new process of which nobody is the parent: a session of its own, no open files but report, no signals that a
// closed terminal or a polite shutdown of the session sends.
int leave_session(int report);
// Lets the kernel kill others first when memory runs out; where that is not permitted nothing changes.
void guard_from_oom(void);
// For a program that such a process starts; nothing in others.
void restore_oom_score(void);

#endif
