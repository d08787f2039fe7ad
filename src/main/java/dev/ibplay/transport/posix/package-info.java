/**
 * The far end that needs nothing but a POSIX shell: batches become script text on the standard input of one {@code sh}.
 * Knows shells and the texts of their tools; knows nothing of SSH, sudo or InfiniBand.
 */
@NullMarked
package dev.ibplay.transport.posix;

import org.jspecify.annotations.NullMarked;
