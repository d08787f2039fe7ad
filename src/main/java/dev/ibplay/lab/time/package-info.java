/** The lab's time: real, faster than real, or by hand. */
@NullMarked
package dev.ibplay.lab.time;

import org.jspecify.annotations.NullMarked;
