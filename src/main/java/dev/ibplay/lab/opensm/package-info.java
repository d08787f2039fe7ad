/** What one process of OpenSM does to a fabric of the lab. */
@NullMarked
package dev.ibplay.lab.opensm;

import org.jspecify.annotations.NullMarked;
