package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.fabric.MtuEnd;
import dev.ibplay.fabric.PairMtu;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.chain.PartitionChain;
import dev.ibplay.report.FabricJson;
import dev.ibplay.report.FabricNames;
import dev.ibplay.report.FabricPicture;
import dev.ibplay.report.FabricText;
import dev.ibplay.report.JsonText;
import dev.ibplay.report.MtuJson;
import dev.ibplay.report.MtuText;
import dev.ibplay.report.TopologyText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The forms in which fabrics are shown. */
final class FabricForms {
    /** What the kernel takes for an IPoIB interface (ipoib_main.c: ipoib_change_mtu; ipoib.h: IPOIB_CM_MTU). */
    private static final int LEAST_MTU = 68;

    private static final int MOST_MTU = 65520;

    enum Format {
        HUMAN,
        JSON,
        /** As ibnetdiscover prints it, for ibsim and other tools that read that. */
        IBNETDISCOVER
    }

    @Option(
            names = "--format",
            paramLabel = "human|json|ibnetdiscover",
            defaultValue = "human",
            description = "Form of the result on standard output.")
    private Format format = Format.HUMAN;

    @Option(
            names = "--picture",
            paramLabel = "FILE",
            description =
                    "Draw the fabric to FILE as well: one HTML page that needs nothing else (for a second fabric FILE-2).")
    private @Nullable Path picture;

    @Option(
            names = "--mtu",
            arity = "0..1",
            paramLabel = "BYTES",
            fallbackValue = "4092",
            description =
                    "Show the MTU chain between the hosts of each partition instead: what is usable, what limits it, and what"
                            + " would have to change for packets of BYTES (default: ${FALLBACK-VALUE}).")
    private @Nullable Integer mtu;

    @Option(
            names = "--between",
            paramLabel = "HOST,HOST",
            split = ",",
            description = "Show every layer of the MTU chain between two hosts.")
    private List<String> between = List.of();

    /** What is wrong with the options, before anything is asked. */
    Optional<String> mistake() {
        if (!between.isEmpty() && between.size() != 2) {
            return Optional.of("--between takes two hosts with a comma between them, such as node1,node2");
        }
        return mtu != null && (mtu < LEAST_MTU || mtu > MOST_MTU)
                ? Optional.of("--mtu takes %d to %d bytes, not %d".formatted(LEAST_MTU, MOST_MTU, mtu))
                : Optional.empty();
    }

    /** Shows the fabrics, in the form that was asked for. */
    ExitCode show(FabricNames names, Console console) {
        if (picture != null && !draw(picture, names, console)) {
            return ExitCode.FAILED;
        }
        if (mtu != null || !between.isEmpty()) {
            return chains(names, console);
        }
        switch (format) {
            case HUMAN -> console.data(FabricText.of(names));
            case JSON -> console.data(JsonText.of(FabricJson.of(names)));
            case IBNETDISCOVER -> names.fabrics().forEach(facts -> console.data(TopologyText.of(facts.fabric())));
        }
        return ExitCode.OK;
    }

    /** One page for each fabric: the second one of fabric.html is fabric-2.html. */
    private static boolean draw(Path file, FabricNames names, Console console) {
        int number = 1;
        for (FabricFacts facts : names.fabrics()) {
            Path page = numbered(file, number);
            String title = "Fabric %d, seen from %s %s".formatted(number, facts.vantageHost(), facts.vantage());
            try {
                Files.writeString(
                        page, FabricPicture.of(title, facts.fabric(), facts.subnetManagers()), StandardCharsets.UTF_8);
            } catch (IOException unwritable) {
                console.show(Diagnostic.error(
                        Code.FILE_UNREADABLE,
                        new Location.Run(),
                        "the picture cannot be written: " + unwritable.getMessage()));
                return false;
            }
            console.say("drawn: " + page);
            number++;
        }
        return true;
    }

    private static Path numbered(Path file, int number) {
        if (number == 1) {
            return file;
        }
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        String stem = dot > 0 ? name.substring(0, dot) : name;
        return file.resolveSibling(stem + "-" + number + name.substring(stem.length()));
    }

    private ExitCode chains(FabricNames names, Console console) {
        int wanted = mtu == null ? Mtu.MTU_4096.ipoibDatagramBytes() : mtu;
        var text = new StringBuilder();
        List<Map<String, Object>> documents = new ArrayList<>();
        boolean found = false;
        int number = 1;
        for (FabricFacts facts : names.fabrics()) {
            List<PartitionChain> chains = PartitionChain.of(facts, names.observed());
            if (between.isEmpty()) {
                text.append(number == 1 ? "" : "\n")
                        .append("Fabric ")
                        .append(number)
                        .append('\n');
                text.append(chains.isEmpty() ? "no IPoIB interface of a host that was read lies in it\n" : "");
                chains.forEach(chain -> text.append(MtuText.of(chain, wanted)));
                Map<String, Object> document = new LinkedHashMap<>();
                document.put("fabric", number);
                document.put(
                        "partitions",
                        chains.stream().map(c -> MtuJson.of(c, wanted)).toList());
                documents.add(document);
                found = true;
            }
            for (PartitionChain chain : between.isEmpty() ? List.<PartitionChain>of() : chains) {
                Optional<PairMtu> pair = pair(chain);
                pair.ifPresent(p -> {
                    text.append("Partition %s. ".formatted(chain.partition())).append(MtuText.between(p, wanted));
                    documents.add(MtuJson.pair(chain, p, wanted));
                });
                found |= pair.isPresent();
            }
            number++;
        }
        if (!found) {
            console.show(
                    Diagnostic.error(
                                    Code.FABRIC_UNKNOWN,
                                    new Location.Run(),
                                    "no partition has interfaces of both " + String.join(" and ", between))
                            .withHint(
                                    "both must be read, have an IPoIB interface that has joined its group, and lie in one fabric"));
            return ExitCode.FAILED;
        }
        console.data(format == Format.JSON ? JsonText.of(documents) : text.toString());
        return ExitCode.OK;
    }

    private Optional<PairMtu> pair(PartitionChain chain) {
        Optional<MtuEnd> one = chain.end(between.getFirst());
        Optional<MtuEnd> other = chain.end(between.getLast());
        return one.flatMap(o -> other.map(t -> chain.chain().between(o, t)));
    }
}
