/** Lets MINA speak SSH over something else than a TCP connection: a forwarded channel, or the streams of a process. */
@NullMarked
package dev.ibplay.transport.ssh.tunnel;

import org.jspecify.annotations.NullMarked;
