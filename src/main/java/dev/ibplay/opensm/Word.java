package dev.ibplay.opensm;

import dev.ibplay.diag.Span;

/**
 * A word of partitions.conf as OpenSM cuts it out.
 *
 * @param start the offset of its first byte in the file
 * @param end the offset after its last byte
 */
record Word(String text, Span span, int start, int end) {}
