/**
 * Holds the documentation for users to the program: what README.md and the pages below docs show is run, linted, parsed
 * and looked up. Knows Markdown as far as those pages use it, bash, and the program's command line.
 */
@NullMarked
package dev.ibplay.docs;

import org.jspecify.annotations.NullMarked;
