/** Commands, exit codes and wiring; the only place that prints or ends the process. */
@NullMarked
package dev.ibplay.cli;

import org.jspecify.annotations.NullMarked;
