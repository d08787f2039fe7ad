/** The plan of a run as a whole, and the plan that undoes an earlier run. Pure. */
@NullMarked
package dev.ibplay.plan.whole;

import org.jspecify.annotations.NullMarked;
