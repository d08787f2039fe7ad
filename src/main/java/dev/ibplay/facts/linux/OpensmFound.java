package dev.ibplay.facts.linux;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.OpensmObserved;
import java.util.Optional;

/**
 * What a probe found of OpenSM.
 *
 * @param opensm absent where none is installed
 * @param next the probe to ask instead, where it turned out that files or units count that this one had not asked for; until then
 *     such files are unreadable
 */
public record OpensmFound(Fact<OpensmObserved> opensm, Optional<OpensmProbe> next) {}
