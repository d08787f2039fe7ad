/** Keys that an ssh-agent holds: asked for once in a run, signed with as often as hosts want it. */
@NullMarked
package dev.ibplay.transport.ssh.agent;

import org.jspecify.annotations.NullMarked;
