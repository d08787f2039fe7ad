package dev.ibplay.playbook;

import static dev.ibplay.playbook.PlaybookKeys.foreign;
import static dev.ibplay.playbook.PlaybookKeys.now;

import dev.ibplay.playbook.Shape.AnyOf;
import dev.ibplay.playbook.Shape.Keys;
import dev.ibplay.playbook.Shape.ListOf;
import dev.ibplay.playbook.Shape.Named;
import dev.ibplay.resource.ChangePolicy.SmActivation;
import dev.ibplay.resource.SubnetManager;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The key table of {@code opensm}. The keys of a partition are in {@link PartitionKeys}. */
final class OpensmKeys {
    static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(10);
    static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    private static final List<String> ACTIVATIONS = Arrays.stream(SmActivation.values())
            .map(word -> word.name().toLowerCase(Locale.ROOT))
            .toList();

    static final Keys INSTANCE = new Keys(
            "opensm",
            List.of(
                    now(
                            "port",
                            Values.adapterPort(),
                            "The adapter port of the OpenSM that is meant, on a host with several."),
                    now(
                            "fabric",
                            Values.text("fabric"),
                            "Its fabric, as ibplay_fabrics calls it, instead of the port."),
                    now("enabled", Values.flag(), "Whether OpenSM runs, now and after a start of the host."),
                    now(
                            "priority",
                            Values.whole("priority", 0, SubnetManager.MAX_PRIORITY),
                            "SM priority; the highest wins."),
                    now(
                            "partitions",
                            new ListOf(PartitionKeys.PARTITION),
                            "Partitions of partitions.conf; others are left alone."),
                    now("partitions_exclusive", Values.flag(), "Whether partitions not named here are removed."),
                    now(
                            "options",
                            new Named("options", OptionValues.KEY, OptionValues.VALUE),
                            "Any option of opensm.conf that has no key of its own here."),
                    now(
                            "sm_activation",
                            Values.word("sm_activation", ACTIVATIONS),
                            "What makes a changed group live: a restart of the master, or a handover to another one."),
                    now(
                            "sm_timeout",
                            Values.duration("sm_timeout", SHORTEST_TIMEOUT, LONGEST_TIMEOUT),
                            "How long the fabric may take until it is as planned, 10s to 1h; 5m by default."),
                    now("allow_outage", Values.flag(), "Whether changes may interrupt the whole fabric."),
                    foreign("sm_priority", "the key is called \"priority\" here", "write priority")));

    /** One instance, or several that say which they are. */
    static final Shape OPENSM = new AnyOf(List.of(INSTANCE, new ListOf(INSTANCE)));

    private OpensmKeys() {}
}
