#ifndef IBPLAY_LOCK_H
#define IBPLAY_LOCK_H

// Gives back the locks that this process still holds.
void release_locks(void);

#endif
