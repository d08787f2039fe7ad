/**
 * Facts of Windows hosts: one PowerShell script that tells what Windows knows of itself, netsh's tables in any language, the
 * InfiniBand tools' texts, OpenSM as a service. Pure: questions as values, and parsers.
 */
@NullMarked
package dev.ibplay.facts.windows;

import org.jspecify.annotations.NullMarked;
