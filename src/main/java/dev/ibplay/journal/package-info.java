/** What a run did and found, as values: the events while it runs and the record at its end. */
@NullMarked
package dev.ibplay.journal;

import org.jspecify.annotations.NullMarked;
