/** The native far end: brings it to a host, speaks its frames (native/PROTOCOL.md). Knows connections, nothing of SSH. */
@NullMarked
package dev.ibplay.transport.helper;

import org.jspecify.annotations.NullMarked;
