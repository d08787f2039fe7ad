/** What can be asked of a host, and what it answers, as values. Pure; says nothing of how it travels. */
@NullMarked
package dev.ibplay.exec;

import org.jspecify.annotations.NullMarked;
