/** Options of kernel modules, and what waits for the next start of a driver. Pure. */
@NullMarked
package dev.ibplay.plan.driver;

import org.jspecify.annotations.NullMarked;
