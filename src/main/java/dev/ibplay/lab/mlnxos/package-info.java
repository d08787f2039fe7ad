/** Simulated managed switches: the command line of MLNX-OS, its configurations, and its subnet manager as far as that shows. */
@NullMarked
package dev.ibplay.lab.mlnxos;

import org.jspecify.annotations.NullMarked;
