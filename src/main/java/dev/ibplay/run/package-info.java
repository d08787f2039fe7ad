/** The phases over many hosts: sessions, forks, batches, failure policy. */
@NullMarked
package dev.ibplay.run;

import org.jspecify.annotations.NullMarked;
