/** A POSIX shell for simulated hosts; it does what dash does. All text within is bytes as ISO 8859-1. */
@NullMarked
package dev.ibplay.lab.shell;

import org.jspecify.annotations.NullMarked;
