/** What simulated hosts have in /usr/bin: the options of GNU's tools that scripts use, and the C locale's messages. */
@NullMarked
package dev.ibplay.lab.programs;

import org.jspecify.annotations.NullMarked;
