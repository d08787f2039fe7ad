/** The graph of nodes, ports and links that a sweep has found. Pure. */
@NullMarked
package dev.ibplay.fabric;

import org.jspecify.annotations.NullMarked;
