/** Plans what only ESXi hosts have: vSwitches, VMkernel interfaces, parameters of modules. Pure. */
@NullMarked
package dev.ibplay.plan.esxi;

import org.jspecify.annotations.NullMarked;
