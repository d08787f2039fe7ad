/** Simulated managed switches: the command line of MLNX-OS, both configurations, ports, and the subnet manager on port 0 of the node that they are. */
@NullMarked
package dev.ibplay.lab.mlnxos;

import org.jspecify.annotations.NullMarked;
