/** SSH to the lab's machines: one server with a port of its own for each of them, on loopback. */
@NullMarked
package dev.ibplay.lab.ssh;

import org.jspecify.annotations.NullMarked;
