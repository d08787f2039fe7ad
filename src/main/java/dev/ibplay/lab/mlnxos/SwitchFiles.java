package dev.ibplay.lab.mlnxos;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.opensm.OpensmHost;
import dev.ibplay.opensm.Dialect;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The files that a switch makes of its configuration for its OpenSM. */
record SwitchFiles(Supplier<SwitchSettings> settings) implements OpensmHost {
    /** Its release, 4.8.1. */
    private static final Dialect RELEASE = new Dialect(4, 8, 1);

    private static final String EVERYBODY = "ALL";

    @Override
    public Optional<String> read(String path) {
        SwitchSettings now = settings.get();
        return switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "opensm.conf" -> Optional.of("sm_priority %d\n".formatted(now.priority()));
            case "partitions.conf" ->
                Optional.of(now.partitions().entrySet().stream()
                        .map(entry -> line(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining()));
            default -> Optional.empty();
        };
    }

    @Override
    public Dialect dialect() {
        return RELEASE;
    }

    private static String line(String name, LabPartition partition) {
        String ipoib = partition.ipoib() ? ", ipoib" : "";
        String mtu = partition
                .mtu()
                .map(word -> ", mtu=" + ShowPorts.mtu(word).code())
                .orElse("");
        String members = partition.members().entrySet().stream()
                .map(entry -> member(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
        return "%s=0x%04x%s%s : %s;\n".formatted(name, partition.pkey().base(), ipoib, mtu, members);
    }

    private static String member(String who, Membership how) {
        String port = who.equals(EVERYBODY)
                ? who
                : PortGuid.parse(who)
                        .map(guid -> "0x%016x".formatted(guid.value()))
                        .orElse(who);
        return port + "=" + how.word();
    }
}
