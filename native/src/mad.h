// The layout of management datagrams (IBA vol. 1: 13.4.2 common header, 14.2.1 SMP, 15.2.1 SA). Offsets in bytes.
#ifndef IBPLAY_MAD_H
#define IBPLAY_MAD_H

#include "exchange.h"

enum {
    METHOD_GET = 0x01,
    METHOD_GET_TABLE = 0x12,
    PERMISSIVE_LID = 0xffff,
    AT_STATUS = 4,
    AT_HOP_COUNT = 7,
    AT_ATTRIBUTE = 16,
    AT_MODIFIER = 20,
    AT_M_KEY = 24,
    AT_SOURCE_LID = 32,
    AT_DATA = 64,
    DATA_SIZE = 64,
    AT_PATH = 128, // its first byte is not used
};

enum attribute {
    NODE_DESCRIPTION = 0x0010,
    NODE_INFO = 0x0011,
    SWITCH_INFO = 0x0012,
    PORT_INFO = 0x0015,
    P_KEY_TABLE = 0x0016,
    SM_INFO = 0x0020,
    MLNX_EXT_PORT_INFO = 0xff90,
};

void set_number(uint8_t *at, uint64_t value, size_t size);
uint64_t number(const uint8_t *at, size_t size);

void build_smp(const struct subnet_query *query, struct exchange *exchange);
// The data of an answer without an error status; else NULL.
const uint8_t *smp_data(const struct exchange *exchange);
// Writes what an exchange that is not BROKEN came to.
void put_smp_answer(const struct exchange *exchange, struct buffer *out);

// What to tell of a device that cannot be opened, behind the error's name; maybe empty.
const char *device_hint(int error);

#endif
