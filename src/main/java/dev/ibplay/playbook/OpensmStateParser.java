package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.resource.ChangePolicy;
import dev.ibplay.resource.ChangePolicy.SmActivation;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SmInstance;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.source.Durations;
import dev.ibplay.source.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns what stands under {@code opensm} into subnet managers. Partitions are read by {@link PartitionStateParser}. */
final class OpensmStateParser {
    private final StateContext context;
    private final PartitionStateParser partitions;

    private OpensmStateParser(StateContext context) {
        this.context = context;
        this.partitions = new PartitionStateParser(context);
    }

    /** One subnet manager for each instance that the entry describes; what is wrong is reported and left out. */
    static List<SubnetManager> parse(Node.Entry opensm, StateContext context) {
        var parser = new OpensmStateParser(context);
        return switch (opensm.value()) {
            case Node.Mapping one ->
                List.of(parser.subnetManager(new Fields(one), opensm.key().span()));
            case Node.Sequence list -> parser.several(list);
            case Node.Scalar ignored -> List.of();
            case Node.Vaulted ignored -> List.of();
        };
    }

    private List<SubnetManager> several(Node.Sequence list) {
        Map<String, SubnetManager> byInstance = new LinkedHashMap<>();
        for (Node item : list.items()) {
            if (!(item instanceof Node.Mapping mapping)) {
                continue;
            }
            Fields fields = new Fields(mapping);
            boolean isChosen =
                    mapping.entry("port").isPresent() || mapping.entry("fabric").isPresent();
            if (!isChosen && list.items().size() > 1) {
                context.problems()
                        .error(
                                Code.KEY_MISSING,
                                mapping.span(),
                                "which of several OpenSM instances this is about is not said",
                                "write port: or fabric: in each entry");
                continue;
            }
            SubnetManager found = subnetManager(fields, mapping.span());
            // A template that is not rendered yet may choose any instance.
            if (isChosen && found.instance().isOnly()) {
                continue;
            }
            Optional.ofNullable(byInstance.putIfAbsent(found.key(), found))
                    .ifPresent(first -> chosenTwice(found, first));
        }
        return List.copyOf(byInstance.values());
    }

    private void chosenTwice(SubnetManager second, SubnetManager first) {
        context.problems()
                .error(
                        Code.STATE_CONFLICT,
                        place(second),
                        "two entries describe the same OpenSM, %s"
                                .formatted(second.instance()
                                        .name()
                                        .map(Located::value)
                                        .orElse("")),
                        "first in line %d; write all of one instance in one entry"
                                .formatted(place(first).line()));
    }

    private static Span place(SubnetManager opensm) {
        return opensm.instance().name().map(Located::span).orElse(opensm.span());
    }

    private SubnetManager subnetManager(Fields fields, Span span) {
        Optional<Located<String>> name = fields.text("port").or(() -> fields.text("fabric"));
        return new SubnetManager(
                new SmInstance(name, PortChoice.ports(fields, context)),
                fields.flag("enabled"),
                fields.whole("priority"),
                partitions(fields),
                fields.flag("partitions_exclusive"),
                options(fields),
                new ChangePolicy(
                        fields.read("sm_activation", OpensmStateParser::activation),
                        fields.read("sm_timeout", Durations::parse),
                        fields.flag("allow_outage")),
                span);
    }

    private static Optional<SmActivation> activation(String text) {
        return Arrays.stream(SmActivation.values())
                .filter(word -> word.name().equalsIgnoreCase(text))
                .findFirst();
    }

    private Map<String, Located<String>> options(Fields opensm) {
        Map<String, Located<String>> options = new LinkedHashMap<>();
        for (Node.Entry option : opensm.entries("options")) {
            if (option.key().isTemplate()
                    || !(option.value() instanceof Node.Scalar value)
                    || value.isTemplate()
                    || value.isNull()) {
                continue;
            }
            String key = option.key().text();
            OptionValues.complaint(key, value.text())
                    .ifPresent(complaint -> context.problems().error(Code.VALUE_WRONG, value.span(), complaint));
            options.put(key, new Located<>(value.text(), value.span()));
        }
        return options;
    }

    private List<Partition> partitions(Fields opensm) {
        List<Partition> found = new ArrayList<>();
        Map<Integer, Partition> byKey = new HashMap<>();
        for (Node item : opensm.items("partitions")) {
            if (!(item instanceof Node.Mapping mapping)) {
                continue;
            }
            partitions.partition(new Fields(mapping)).ifPresent(p -> {
                Partition first = byKey.putIfAbsent(p.pkey().value().base(), p);
                if (first != null) {
                    context.problems()
                            .error(
                                    Code.STATE_CONFLICT,
                                    p.pkey().span(),
                                    "the partition %s is described twice in one list"
                                            .formatted(p.pkey().value()),
                                    "first in line %d; only the low 15 bits count"
                                            .formatted(first.pkey().span().line()));
                }
                found.add(p);
            });
        }
        return found;
    }
}
