/** Makes guarded steps of hosts from the changes of their interfaces, on whatever system. */
@NullMarked
package dev.ibplay.plan.interfaces;

import org.jspecify.annotations.NullMarked;
