/** Connections over SSH with Apache MINA SSHD. Knows the port {@code transport} and nothing of batches, sudo or facts. */
@NullMarked
package dev.ibplay.transport.ssh;

import org.jspecify.annotations.NullMarked;
