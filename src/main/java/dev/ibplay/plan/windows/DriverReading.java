package dev.ibplay.plan.windows;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.windows.RegistryValue;
import dev.ibplay.plan.Reading;
import java.util.Optional;

/** What a driver is told in the registry. */
record DriverReading(RegistryValue place, Optional<Integer> codePage) implements Reading {
    @Override
    public String value(Outcome outcome) {
        return place.text(outcome, codePage).ifKnown().orElse(UNREADABLE);
    }
}
