/** The way to a host: connections (SSH, local) and far ends that turn a batch of operations into one exec. */
@NullMarked
package dev.ibplay.transport;

import org.jspecify.annotations.NullMarked;
