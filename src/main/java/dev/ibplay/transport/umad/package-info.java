/** Port queries from the control node itself, by the native library and without a helper process. */
@NullMarked
package dev.ibplay.transport.umad;

import org.jspecify.annotations.NullMarked;
