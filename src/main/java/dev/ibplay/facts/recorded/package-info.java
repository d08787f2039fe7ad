/**
 * What hosts have answered, kept as values and as files, so that it can be asked again without them. Only questions that
 * change nothing are kept, and no secret.
 */
@NullMarked
package dev.ibplay.facts.recorded;

import org.jspecify.annotations.NullMarked;
