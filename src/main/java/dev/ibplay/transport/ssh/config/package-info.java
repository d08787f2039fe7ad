/** Reads ssh_config(5): what OpenSSH's client is told of a host. */
@NullMarked
package dev.ibplay.transport.ssh.config;

import org.jspecify.annotations.NullMarked;
