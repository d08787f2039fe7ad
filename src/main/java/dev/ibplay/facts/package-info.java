/**
 * What is known of a host, as values, and the pure parsers that make them from what its tools and files say. Knows the
 * formats of the field; asks nobody, so that every parser is tested from recorded output.
 */
@NullMarked
package dev.ibplay.facts;

import org.jspecify.annotations.NullMarked;
