/** A host's files in memory. */
@NullMarked
package dev.ibplay.lab.disk;

import org.jspecify.annotations.NullMarked;
