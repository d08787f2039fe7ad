/** Diagnostics as values: what is wrong, where, and what to do. Knows nothing else of the project. */
@NullMarked
package dev.ibplay.diag;

import org.jspecify.annotations.NullMarked;
