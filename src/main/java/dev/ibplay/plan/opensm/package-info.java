/** The subnet managers of a fabric and their partitions: files, groups, order of steps, proofs. Pure. */
@NullMarked
package dev.ibplay.plan.opensm;

import org.jspecify.annotations.NullMarked;
