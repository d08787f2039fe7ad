/** What is known of a host or a fabric, and the probes that find it out: operations and a pure parser of their outcomes. */
@NullMarked
package dev.ibplay.facts;

import org.jspecify.annotations.NullMarked;
