/**
 * What integration tests stand on: the fabric of containers, and conditions that say what a test needs of the machine.
 * Knows Docker and JUnit, nothing of the program.
 */
@NullMarked
package dev.ibplay.it;

import org.jspecify.annotations.NullMarked;
