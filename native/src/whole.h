// Whether a copy of this program came through whole.
#ifndef IBPLAY_WHOLE_H
#define IBPLAY_WHOLE_H

#include <stdbool.h>

// Whether the CRC-32 of a file (ISO-HDLC, as in zlib and gzip) is the one that is written in crc, in decimal.
bool is_whole(const char *path, const char *crc);

#endif
