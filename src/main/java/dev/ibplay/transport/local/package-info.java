/** The control node itself as a host. Knows the port {@code transport} and the operating system's processes. */
@NullMarked
package dev.ibplay.transport.local;

import org.jspecify.annotations.NullMarked;
