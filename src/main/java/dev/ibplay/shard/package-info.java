/** The folder in which the controllers of one job meet: who takes part, who lives, and what each has said. */
@NullMarked
package dev.ibplay.shard;

import org.jspecify.annotations.NullMarked;
