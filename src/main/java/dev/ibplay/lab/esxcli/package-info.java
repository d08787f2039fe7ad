/** The esxcli of VMware ESXi without any command: how it is called, and what its formatters make of an answer. */
@NullMarked
package dev.ibplay.lab.esxcli;

import org.jspecify.annotations.NullMarked;
