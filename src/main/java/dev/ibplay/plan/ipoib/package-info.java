/** IPoIB interfaces, bonds and P_Key children: running values, files of the network stacks, guards, the way in. Pure. */
@NullMarked
package dev.ibplay.plan.ipoib;

import org.jspecify.annotations.NullMarked;
