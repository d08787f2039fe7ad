/** Simulated Linux hosts: sysfs, the kernel's IPoIB, systemd, the files and tools of network stacks. */
@NullMarked
package dev.ibplay.lab.linux;

import org.jspecify.annotations.NullMarked;
