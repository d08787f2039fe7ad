/** Hosts, groups and their variables, read as Ansible reads them; host patterns; connection variables. No I/O but through {@code source}. */
@NullMarked
package dev.ibplay.inventory;

import org.jspecify.annotations.NullMarked;
