/** Turns values into what people and programs read. Pure: writes to the appendable it is given, never to the console. */
@NullMarked
package dev.ibplay.report;

import org.jspecify.annotations.NullMarked;
