package dev.ibplay.facts.esxi;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.OpensmObserved;
import java.util.Optional;

/**
 * What is known of a host's OpenSM.
 *
 * @param next what to ask to know it all; empty when it is
 */
record EsxiOpensmFound(Fact<OpensmObserved> opensm, Optional<EsxiOpensmProbe> next) {}
