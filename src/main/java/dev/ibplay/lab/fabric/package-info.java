/** A fabric that exists in memory only: nodes, cables, what its ports answer, and what subnet managers make of them. */
@NullMarked
package dev.ibplay.lab.fabric;

import org.jspecify.annotations.NullMarked;
