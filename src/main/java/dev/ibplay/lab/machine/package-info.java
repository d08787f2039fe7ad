/** One simulated host: files, processes, programs and a far end that carries out operations on them. */
@NullMarked
package dev.ibplay.lab.machine;

import org.jspecify.annotations.NullMarked;
