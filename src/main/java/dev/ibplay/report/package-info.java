/** Results as text, JSON, JUnit XML and pages: from values to characters. Prints nothing itself. */
@NullMarked
package dev.ibplay.report;

import org.jspecify.annotations.NullMarked;
