/** Text with positions: YAML nodes, templates, and the only reader of files and inventory scripts. */
@NullMarked
package dev.ibplay.source;

import org.jspecify.annotations.NullMarked;
