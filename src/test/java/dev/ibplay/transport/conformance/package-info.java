/** What every far end must answer, told as cases. They know operations and outcomes, and nothing of any far end. */
@NullMarked
package dev.ibplay.transport.conformance;

import org.jspecify.annotations.NullMarked;
