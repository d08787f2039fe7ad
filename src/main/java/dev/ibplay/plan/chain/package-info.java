/** The MTU chain between the hosts of a partition, as it is and as a plan makes it. Pure. */
@NullMarked
package dev.ibplay.plan.chain;

import org.jspecify.annotations.NullMarked;
