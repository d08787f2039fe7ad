/**
 * Text files as their own readers take them, whatever they are about: shell assignments, files of sections, lines. Lossless:
 * an edit keeps every other character, and is read again before it counts. Pure.
 */
@NullMarked
package dev.ibplay.text;

import org.jspecify.annotations.NullMarked;
