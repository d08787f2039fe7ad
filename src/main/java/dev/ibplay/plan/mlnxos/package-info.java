/** Plans managed switches: their subnet managers, which are configured line by line on a command line. */
@NullMarked
package dev.ibplay.plan.mlnxos;

import org.jspecify.annotations.NullMarked;
