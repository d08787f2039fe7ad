/** What a managed switch (MLNX-OS, Onyx) prints, and the probes that ask for it. */
@NullMarked
package dev.ibplay.facts.mlnxos;

import org.jspecify.annotations.NullMarked;
