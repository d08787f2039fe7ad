/**
 * Plans what Windows hosts have in their own way: IPoIB connections, whose MTU stands in the driver's registry keyword, in use and
 * in the persistent store. Pure.
 */
@NullMarked
package dev.ibplay.plan.windows;

import org.jspecify.annotations.NullMarked;
