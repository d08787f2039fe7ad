/**
 * Saved outputs of InfiniBand tools as people send them: several in one file, with prompts, quoted in mails, cut. What tool each
 * piece is from, what it says, and what must not be believed. Pure: text in, values or reasons out.
 */
@NullMarked
package dev.ibplay.facts.saved;

import org.jspecify.annotations.NullMarked;
