/** Asks hosts: runs probes over sessions and sweeps fabrics by directed routes. */
@NullMarked
package dev.ibplay.gather;

import org.jspecify.annotations.NullMarked;
