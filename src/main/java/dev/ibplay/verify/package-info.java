/** Proofs that go beyond comparing values: packets that really travel. */
@NullMarked
package dev.ibplay.verify;

import org.jspecify.annotations.NullMarked;
