/** A simulated fabric of hosts behind real SSH on loopback, to try things and to rehearse them. */
@NullMarked
package dev.ibplay.lab;

import org.jspecify.annotations.NullMarked;
