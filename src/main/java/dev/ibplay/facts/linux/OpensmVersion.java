package dev.ibplay.facts.linux;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.OpensmProcess;
import java.util.List;
import java.util.Optional;

/** Which OpenSM a host has, and whether it is one of before 3.2.2, which has no opensm.conf and is not supported. */
final class OpensmVersion {
    private OpensmVersion() {}

    static Fact<String> of(OpensmAnswers host) {
        Optional<OpensmProcess> process = host.processes().stream().findFirst();
        Optional<OpensmBinary> binary = host.binary(process);
        if (binary.isPresent()) {
            return binary.get()
                    .version()
                    .map(Fact::known)
                    .orElseGet(() -> Fact.unreadable(binary.get().path() + " does not tell its version"));
        }
        return host.binaries() instanceof Fact.Unreadable<List<OpensmBinary>> unreadable
                ? Fact.unreadable(unreadable.because())
                : Fact.unreadable("opensm is not where it usually is");
    }

    /** Why this OpenSM is not supported. */
    static Optional<String> unsupported(OpensmAnswers host, Fact<String> version) {
        if (version instanceof Fact.Known<String> known) {
            return OpensmBinary.isBefore322(known.value())
                    ? Optional.of(
                            "OpenSM %s is not supported: before 3.2.2 it has no opensm.conf".formatted(known.value()))
                    : Optional.empty();
        }
        boolean confs = List.of(OpensmPlaces.values()).stream()
                .anyMatch(place -> host.files().isThere(place.conf()));
        return confs
                ? Optional.empty()
                : OpensmPlaces.BEFORE_3_2_2.stream()
                        .filter(host.files()::isThere)
                        .findFirst()
                        .map(path -> path + " is a file of an OpenSM of before 3.2.2, which has no opensm.conf and is"
                                + " not supported");
    }
}
