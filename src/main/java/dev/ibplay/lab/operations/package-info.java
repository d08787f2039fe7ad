/** The far end's half of batches: what native/src does on a real host, on a machine of the lab. */
@NullMarked
package dev.ibplay.lab.operations;

import org.jspecify.annotations.NullMarked;
