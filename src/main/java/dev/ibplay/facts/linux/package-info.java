/** Probes for Linux hosts, and the parsers of what they read. */
@NullMarked
package dev.ibplay.facts.linux;

import org.jspecify.annotations.NullMarked;
