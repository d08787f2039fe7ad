/** What sysfs, the network stacks, the service manager and OpenSM's files say on a Linux host: probes and their pure parsers. */
@NullMarked
package dev.ibplay.facts.linux;

import org.jspecify.annotations.NullMarked;
