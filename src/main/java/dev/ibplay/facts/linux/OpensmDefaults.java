package dev.ibplay.facts.linux;

import dev.ibplay.facts.OpensmProcess;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of an OpenSM that is told no others.
 *
 * @param conf empty where it cannot be told
 * @param partitions the same
 */
record OpensmDefaults(Optional<String> conf, Optional<String> partitions) {

    /** What the program says; else the place where there are files, if it is only one. */
    static OpensmDefaults of(OpensmAnswers host, Optional<OpensmProcess> process) {
        Optional<OpensmBinary> binary = host.binary(process);
        List<OpensmPlaces> used = Stream.of(OpensmPlaces.ETC_OPENSM, OpensmPlaces.ETC_RDMA)
                .filter(place ->
                        host.files().isThere(place.conf()) || host.files().isThere(place.partitions()))
                .toList();
        Optional<OpensmPlaces> only = used.size() == 1 ? Optional.of(used.getFirst()) : Optional.empty();
        return new OpensmDefaults(
                binary.flatMap(OpensmBinary::conf).or(() -> only.map(OpensmPlaces::conf)),
                binary.flatMap(OpensmBinary::partitions).or(() -> only.map(OpensmPlaces::partitions)));
    }
}
