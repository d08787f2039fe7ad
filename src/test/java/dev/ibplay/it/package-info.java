/**
 * Integration tests, and what they stand on: the fabric of containers, and conditions that say what a test needs of the
 * machine. Knows Docker, JUnit and the program's command line.
 */
@NullMarked
package dev.ibplay.it;

import org.jspecify.annotations.NullMarked;
