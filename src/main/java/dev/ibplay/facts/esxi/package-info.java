/** Facts of ESXi hosts: probes and pure parsers of esxcli, esxcfg and the community OpenSM; no I/O. */
@NullMarked
package dev.ibplay.facts.esxi;

import org.jspecify.annotations.NullMarked;
