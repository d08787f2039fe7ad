package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Severity;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.playbook.Selection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts that are read only since a partition names them: what becomes of a run when one cannot be read. */
class MemberHostsTest {
    private static final String INVENTORY = """
            all:
              hosts:
                sm1: {}
                up: {}
                told: {ibplay_port_guids: 0x0002c90300fb3481}
                untold: {}
                managed: {ibplay_port_guids: 0x0002c90300fb3482}
                esxi: {ibplay_port_guids: 0x0002c90300fb3483}
            """;

    private final List<String> opened = Collections.synchronizedList(new ArrayList<>());
    private Set<String> silent = Set.of("told", "untold", "managed");

    private static DesiredState desired(String keys) {
        var problems = new Problems();
        var files = new MapFiles().with("hosts.yml", INVENTORY).with("site.yml", """
                - hosts: sm1
                  state: {opensm: {partitions: [{pkey: 5, %s}]}}
                - hosts: managed
                  state: {ipoib: {ib0: {mtu: 2044}}}
                """.formatted(keys));
        var inventory = new InventoryReader(files, problems).read(List.of("hosts.yml"));
        var playbook = new PlaybookParser(files, Map.of(), problems).parse("site.yml");
        DesiredState state = Resolver.resolve(List.of(playbook), inventory, Map.of(), Selection.ALL, problems);
        assertThat(problems.sorted()).isEmpty();
        return state;
    }

    private final class Opener implements SessionOpener {
        @Override
        public HostSession open(String host) throws TransportException {
            opened.add(host);
            if (silent.contains(host)) {
                throw new TransportException(
                        host, TransportException.Kind.UNREACHABLE, "connection refused", Optional.empty());
            }
            return new FakeHost(host);
        }

        @Override
        public Optional<String> unsupported(String host) {
            return host.equals("esxi") ? Optional.of("the platform esxi is not supported yet") : Optional.empty();
        }
    }

    private RunRecord check(String keys) {
        try (Run run = new Run(
                desired(keys),
                new Opener(),
                new RunIdentity("r1", "alice@control", true),
                4,
                new Unhurried(),
                event -> {})) {
            run.plan();
            return run.planned(run.plan());
        }
    }

    private static String words(RunRecord record) {
        return record.hosts().stream()
                .filter(host -> !host.host().equals("sm1") && !host.host().equals("managed"))
                .map(host -> host.host() + "=" + host.status().word())
                .collect(Collectors.joining(" "));
    }

    private static List<String> unread(RunRecord record, Severity severity) {
        return record.diagnostics().stream()
                .filter(d -> d.severity() == severity)
                .map(d -> ((Location.OnHost) d.location()).host())
                .filter(host -> !host.equals("managed"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "members: {up: full}; up=ok; ''; ''",
                "members: {told: full, up: full}; up=ok; told; ''",
                "members_add: {told: full}; ''; told; ''",
                "members: {untold: full, up: full}; untold=unreachable up=ok; ''; untold",
                "members_remove: [untold]; untold=unreachable; ''; untold",
                "accept_lockout: [untold]; ''; untold; ''",
                "'members: {told: full}, accept_lockout: [told]'; ''; told; ''",
                "members: {esxi: full}; ''; esxi; ''",
                "members: {esxi/vmhba1/1: full}; ''; esxi; ''",
                "members: {managed: full}; ''; ''; ''",
            })
    void whoIsMissed(String keys, String statuses, String warned, String failed) {
        RunRecord record = check(keys);
        assertThat(new TreeSet<>(List.of(words(record).split(" "))))
                .isEqualTo(new TreeSet<>(List.of(statuses.split(" "))));
        assertThat(String.join(" ", unread(record, Severity.WARNING))).isEqualTo(warned);
        assertThat(String.join(" ", unread(record, Severity.ERROR))).isEqualTo(failed);
    }

    @Test
    void itIsToldOnceAndNotTriedAgain() {
        RunRecord record = check("members: {told: full}");
        assertThat(opened).containsOnlyOnce("told");
        Diagnostic warning = record.diagnostics().stream()
                .filter(d -> d.code() == Code.MEMBER_UNREAD)
                .findFirst()
                .orElseThrow();
        assertThat(warning.message()).isEqualTo("connection refused");
        assertThat(warning.hint()).contains("its port GUIDs are those of ibplay_port_guids, if any");
    }

    @Test
    void aHostOfAPlayFailsTheRunWhateverTheInventoryTells() {
        assertThat(check("members: {managed: full}").hosts())
                .filteredOn(host -> host.host().equals("managed"))
                .extracting(host -> host.status().word())
                .containsExactly("unreachable");
    }

    /** Nothing is waited for here. */
    private static final class Unhurried implements Patience {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void pause(Duration duration) {
            throw new AssertionError("waited " + duration);
        }

        @Override
        public boolean isStopping() {
            return false;
        }
    }
}
