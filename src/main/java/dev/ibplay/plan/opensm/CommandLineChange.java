package dev.ibplay.plan.opensm;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.windows.RegistryValue;
import dev.ibplay.opensm.ServiceCommandLine;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Reading;
import dev.ibplay.plan.Step;
import java.util.List;
import java.util.Optional;

/**
 * Another command line of a Windows service. It counts from the service's next start on.
 *
 * @param before as it stands in the registry
 */
public record CommandLineChange(String service, String before, String after) {
    /** What a journal calls the value. */
    public static final String ATTRIBUTE = "ImagePath";

    private record Line(String service, RegistryValue place) implements Reading {
        @Override
        public String value(Outcome outcome) {
            return place.text(outcome, Optional.empty()).ifKnown().orElse(UNREADABLE);
        }

        @Override
        public Optional<Setting> setting() {
            return Optional.of(new Setting(resource(service), ATTRIBUTE));
        }
    }

    /** What a journal calls a service. */
    public static String resource(String service) {
        return "service " + service;
    }

    /** The priority that the new line gives. */
    Optional<Integer> priority() {
        return ServiceCommandLine.of(after)
                .priority()
                .filter(text -> text.matches("\\d{1,2}"))
                .map(Integer::valueOf);
    }

    /** Writes it to the registry. */
    Step.Act step(String host) {
        RegistryValue place = RegistryValue.commandLine(service);
        String what = "set the command line of service %s%s"
                .formatted(
                        service,
                        ServiceCommandLine.of(after)
                                .priority()
                                .map(p -> ", with priority " + p)
                                .orElse(""));
        return new Step.Act(
                host,
                what,
                List.of(new Fingerprint(
                        "the command line of service " + service,
                        place.query(),
                        new Line(service, place),
                        List.of(before),
                        after)),
                List.of(place.set(after)),
                List.of(place.set(before)));
    }
}
