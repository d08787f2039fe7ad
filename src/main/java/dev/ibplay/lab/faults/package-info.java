/** What goes wrong in a lab, as people write it. */
@NullMarked
package dev.ibplay.lab.faults;

import org.jspecify.annotations.NullMarked;
