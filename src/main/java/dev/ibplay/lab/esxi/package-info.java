/** Simulated VMware ESXi hosts: root file system in memory, vSwitches and VMkernel interfaces on IPoIB uplinks, esxcli. */
@NullMarked
package dev.ibplay.lab.esxi;

import org.jspecify.annotations.NullMarked;
