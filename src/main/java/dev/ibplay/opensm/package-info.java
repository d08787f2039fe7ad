/**
 * OpenSM's two files, opensm.conf and partitions.conf: lossless documents, the meaning OpenSM gives them, and careful
 * writers. Pure: text in, values and diagnostics out. Knows {@code diag} and {@code ib} only.
 */
@NullMarked
package dev.ibplay.opensm;

import org.jspecify.annotations.NullMarked;
