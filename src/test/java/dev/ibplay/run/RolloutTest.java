package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Operation;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.RunEvent;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Batches with health between them, commands around changes, questions before batches, and interrupts. */
class RolloutTest {
    private final Map<String, FakeHost> hosts = new LinkedHashMap<>();
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private Consumer<RunEvent> listener = event -> {};
    private Consent consent = Consent.GIVEN;
    private volatile boolean stopping;

    private FakeHost host(String name) {
        return hosts.computeIfAbsent(name, FakeHost::new);
    }

    private void nodes(int count) {
        for (int i = 1; i <= count; i++) {
            host("n" + i).withInterface(2044).saying("drain", "drained\n").saying("resume", "resumed\n");
        }
    }

    private DesiredState desired(String... keys) {
        var problems = new Problems();
        List<String> nodes =
                hosts.keySet().stream().filter(name -> !name.equals("head")).toList();
        var files = new MapFiles()
                .with("hosts.ini", "[linux]\n" + String.join("\n", nodes) + "\n[heads]\nhead\n")
                .with(
                        "site.yml",
                        "- hosts: linux\n  " + String.join("\n  ", keys) + "\n  state: {ipoib: {ib0: {mtu: 1500}}}\n");
        var inventory = new InventoryReader(files, problems).read(List.of("hosts.ini"));
        var playbook = new PlaybookParser(files, Map.of(), problems).parse("site.yml");
        DesiredState state = Resolver.resolve(List.of(playbook), inventory, Map.of(), Selection.ALL, problems);
        assertThat(problems.sorted()).isEmpty();
        return state;
    }

    private HostSession open(String name) throws TransportException {
        FakeHost host = host(name);
        if (host.isGone) {
            throw new TransportException(
                    name, TransportException.Kind.UNREACHABLE, "connection refused", Optional.empty());
        }
        return host;
    }

    private RunRecord apply(String... keys) {
        try (Run run = new Run(
                desired(keys), this::open, new RunIdentity("r1", "alice@control", true), 1, new Hasty(), this::hear)) {
            run.asks(consent);
            return run.apply(run.plan());
        }
    }

    private void hear(RunEvent event) {
        listener.accept(event);
        switch (event) {
            case RunEvent.CommandBegan command ->
                told.add(command.when() + " " + command.host() + " on " + command.on());
            case RunEvent.StepBegan step -> told.add("step " + step.host());
            case RunEvent.HostVerified verified -> told.add("verified " + verified.host());
            case RunEvent.BatchEnded batch -> told.add("batch %d/%d".formatted(batch.number(), batch.of()));
            default -> {}
        }
    }

    private static String words(RunRecord record) {
        return String.join(
                " ",
                record.hosts().stream()
                        .map(host -> host.host() + "=" + host.status().word())
                        .toList());
    }

    /** Time goes on only where somebody would wait. */
    private final class Hasty implements Patience {
        private final AtomicLong now = new AtomicLong();

        @Override
        public long nanoTime() {
            return now.get();
        }

        @Override
        public void pause(Duration duration) {
            now.addAndGet(duration.toNanos());
        }

        @Override
        public boolean isStopping() {
            return stopping;
        }
    }

    @Test
    void commandsRunAroundTheChangesOfAHost() {
        nodes(2);
        host("n2").withInterface(1500);
        host("head").saying("drain", "ok\n");
        RunRecord record = apply(
                "before: [{command: 'drain {{ inventory_hostname }}', delegate_to: head}, {command: drain}]",
                "after: [{command: [resume, now]}]");

        assertThat(words(record)).isEqualTo("n1=changed n2=ok");
        assertThat(told)
                .containsExactly(
                        "before n1 on head",
                        "before n1 on n1",
                        "step n1",
                        "verified n1",
                        "after n1 on n1",
                        "batch 1/1");
        assertThat(host("head").ran).containsExactly("drain n1");
        assertThat(host("n1").ran).contains("drain", "resume now");
        assertThat(host("n2").ran).doesNotContain("drain", "resume now");
    }

    @Test
    void theHostIsLockedBeforeItsFirstCommand() {
        nodes(1);
        host("n1").lockOfOthers = HostLocks.PATH;
        RunRecord record = apply("before: [{command: drain}]");
        assertThat(words(record)).isEqualTo("n1=failed");
        assertThat(host("n1").ran).doesNotContain("drain");
    }

    @Test
    void whereBeforeFailsTheHostIsNotTouched() {
        nodes(3);
        RunRecord record = apply("serial: 1", "before: [{command: nonsense --now, delegate_to: head}]");

        assertThat(words(record)).isEqualTo("n1=failed n2=skipped n3=skipped");
        assertThat(host("n1").mtu()).isEqualTo("2044");
        assertThat(record.stopped()).isEqualTo("the only host of a batch failed");
        assertThat(record.hosts().getFirst().messages())
                .containsExactly(
                        "`nonsense --now` on head could not be run: no such program; the host was not touched");
    }

    @Test
    void aHostThatIsNotAsItShouldBeEndsTheRunBetweenBatches() {
        nodes(4);
        host("n2").drifts = "1400";
        RunRecord record = apply(
                "serial: 2", "max_fail_percentage: 0", "after: [{command: resume}]", "before: [{command: drain}]");

        assertThat(words(record)).isEqualTo("n1=changed n2=failed n3=skipped n4=skipped");
        assertThat(record.stopped()).isEqualTo("max_fail_percentage: 1 of 2 hosts of a batch failed, more than 0 %");
        assertThat(record.hosts().get(1).messages())
                .containsExactly("after its steps ipoib ib0 mtu (running) is 1400, not 1500", HostRecord.AFTER_NOT_RUN);
        assertThat(host("n1").ran).as("verified").contains("resume");
        assertThat(host("n2").ran).as("not verified").doesNotContain("resume");
        assertThat(host("n3").ran).as("not begun").doesNotContain("drain");
    }

    @Test
    void withoutAFurtherBatchNothingIsReadInBetween() {
        nodes(2);
        assertThat(words(apply("any_errors_fatal: true"))).isEqualTo("n1=changed n2=changed");
        assertThat(told).containsExactly("step n1", "step n2", "batch 1/1");
    }

    @Test
    void anInterruptEndsACommandThatIsWaitedFor() {
        nodes(2);
        host("head").hanging = "drain";
        listener = event -> stopping |= event instanceof RunEvent.CommandBegan;
        RunRecord record = apply("before: [{command: drain, delegate_to: head, timeout: 3d}]");

        assertThat(words(record)).isEqualTo("n1=skipped n2=skipped");
        assertThat(record.stopped()).isEqualTo("interrupted");
        assertThat(host("head").closed).isTrue();
        assertThat(host("n1").mtu()).isEqualTo("2044");
        assertThat(record.hosts().getFirst().messages())
                .containsExactly("not touched: the run ended while a command of before was waited for");
    }

    @Test
    void anInterruptFinishesTheStepUnderWayAndNoOther() {
        nodes(3);
        listener = event -> stopping |=
                event instanceof RunEvent.StepBegan step && step.host().equals("n2");
        RunRecord record = apply("before: [{command: drain}]", "after: [{command: resume}]");

        assertThat(words(record)).isEqualTo("n1=unverified n2=unverified n3=skipped");
        assertThat(List.of(host("n1").mtu(), host("n2").mtu(), host("n3").mtu()))
                .containsExactly("1500", "1500", "2044");
        assertThat(record.hosts().getFirst().messages())
                .contains("the run ended before it was looked at again", HostRecord.AFTER_NOT_RUN);
    }

    /** What was known of a host before its steps says nothing of it behind them. */
    @Test
    void anInterruptWhileABatchIsLookedAtBlamesNobody() {
        nodes(2);
        host("n1").seen = batch -> {
            boolean isLook = batch.operations().stream().anyMatch(Operation.ReadMatching.class::isInstance);
            if (isLook && host("n1").mtu().equals("1500")) {
                stopping = true;
                host("n1").hanging = "Batch";
            }
        };
        RunRecord record = apply("serial: 1");

        assertThat(words(record)).isEqualTo("n1=unverified n2=skipped");
        assertThat(record.stopped()).isEqualTo("interrupted");
        assertThat(record.diagnostics()).isEmpty();
    }

    @Test
    void whileHostsAreReadAnInterruptChangesNothing() {
        nodes(2);
        stopping = true;
        try (Run run = new Run(
                desired("serial: 1"), this::open, new RunIdentity("r1", "a", true), 1, new Hasty(), this::hear)) {
            assertThat(run.plan().hasSteps()).isFalse();
            RunRecord record = run.cutShort();
            assertThat(words(record)).isEqualTo("n1=skipped n2=skipped");
            assertThat(record.stopped()).isEqualTo("interrupted; nothing was changed");
        }
    }

    @Test
    void aBatchThatTheUserDoesNotWantIsLeftOut() {
        nodes(3);
        List<String> asked = new ArrayList<>();
        consent = what -> {
            asked.add(what);
            return asked.size() != 2;
        };
        assertThat(words(apply("serial: 1"))).isEqualTo("n1=changed n2=skipped n3=changed");
        assertThat(asked)
                .containsExactly(
                        "batch 1 of 3 of \"linux\" (1 hosts to change)",
                        "batch 2 of 3 of \"linux\" (1 hosts to change)",
                        "batch 3 of 3 of \"linux\" (1 hosts to change)");
    }
}
