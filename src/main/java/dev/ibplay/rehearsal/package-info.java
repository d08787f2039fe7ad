/**
 * Simulated twins of real hosts: made from what the hosts have answered, held against it, and used to see what a plan would
 * do. Real hosts are only read.
 */
@NullMarked
package dev.ibplay.rehearsal;

import org.jspecify.annotations.NullMarked;
