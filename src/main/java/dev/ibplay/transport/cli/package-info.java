/** The far end of a managed switch, which has a command line of its own and no shell. */
@NullMarked
package dev.ibplay.transport.cli;

import org.jspecify.annotations.NullMarked;
