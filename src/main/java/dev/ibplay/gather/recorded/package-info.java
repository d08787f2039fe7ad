/** Sessions that keep what a host answers, and sessions that give it again without the host. */
@NullMarked
package dev.ibplay.gather.recorded;

import org.jspecify.annotations.NullMarked;
