/** The journal's files: one folder for each run, written ahead of what it tells, and read again. */
@NullMarked
package dev.ibplay.journal.disk;

import org.jspecify.annotations.NullMarked;
