package dev.ibplay.report;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedHeld;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A run as JUnit XML, as build servers read it: the run is a test suite; each host is a class with a case for the host itself
 * and one for each value that differed. What still differs or failed is a failure, a host out of reach an error, what waits
 * or is not supported is skipped. Times are in seconds.
 */
public final class JUnitXml {
    /** What became of a case; {@code passed} has no text. */
    private enum Outcome {
        PASSED,
        FAILURE,
        ERROR,
        SKIPPED;

        private String element() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private record Case(String host, String name, Duration took, Outcome outcome, String type, String message) {}

    /** Exit codes of the command. */
    private static final int FAILED = 3;

    private static final int REFUSED = 5;

    private final RecordedRun run;
    private final List<Case> cases = new ArrayList<>();

    private JUnitXml(RecordedRun run) {
        this.run = run;
        if (run.end().isEmpty()) {
            whole(Outcome.ERROR, "unfinished", "the run has not ended: " + RunStateText.of(run));
        }
        run.plan()
                .filter(plan -> exitCode() == REFUSED && !plan.refusals().isEmpty())
                .ifPresent(plan -> whole(Outcome.FAILURE, "refused", String.join("\n", plan.refusals())));
        run.end()
                .filter(end -> !end.stopped().isEmpty())
                .ifPresent(end -> whole(Outcome.FAILURE, "stopped", end.stopped()));
        hosts();
        if (exitCode() == FAILED && count(Outcome.FAILURE) == 0 && count(Outcome.ERROR) == 0) {
            // No single host failed: the desired state is disproved, or nobody knows whether it holds.
            String errors = run.compared().map(JournalEvent.Compared::findings).orElse(List.of()).stream()
                    .filter(finding -> finding.severity().equals("error"))
                    .map(finding -> finding.code() + ": " + finding.message())
                    .collect(Collectors.joining("\n"));
            whole(Outcome.FAILURE, "unproven", errors.isEmpty() ? RunStateText.of(run) : errors);
        }
    }

    private int exitCode() {
        return run.end().map(JournalEvent.RunEnded::exitCode).orElse(0);
    }

    /** The document. */
    public static String of(RecordedRun run) {
        return new JUnitXml(run).document();
    }

    private void whole(Outcome outcome, String type, String message) {
        cases.add(new Case("ibplay", "the run", Duration.ZERO, outcome, type, message));
    }

    private void hosts() {
        RunLines planned =
                RunLines.of(run.plan().map(JournalEvent.Planned::differences).orElse(List.of()));
        RunLines left =
                RunLines.of(run.compared().map(JournalEvent.Compared::remaining).orElse(List.of()));
        List<RecordedHeld> held =
                run.compared().map(JournalEvent.Compared::held).orElse(List.of());
        Map<String, Duration> took = new LinkedHashMap<>();
        for (RecordedStep step : run.steps()) {
            took.merge(step.planned().host(), step.took().orElse(Duration.ZERO), Duration::plus);
        }
        for (JournalEvent.HostEnded host : run.hostEnds()) {
            cases.add(host(host, took.getOrDefault(host.host(), Duration.ZERO)));
            // What differed and does no more has passed.
            Map<RunLines.Key, RunLines.Line> lines = new LinkedHashMap<>();
            Stream.concat(planned.of(host.host()).stream(), left.of(host.host()).stream())
                    .forEach(line -> lines.put(line.key(), line));
            Set<RunLines.Key> open = left.keys();
            lines.values().forEach(line -> cases.add(difference(line, open.contains(line.key()), held)));
        }
    }

    private static Case host(JournalEvent.HostEnded host, Duration took) {
        Outcome outcome = switch (host.status()) {
            case "unreachable" -> Outcome.ERROR;
            case "failed", "reverted", "unverified" -> Outcome.FAILURE;
            case "held", "unsupported", "skipped" -> Outcome.SKIPPED;
            default -> Outcome.PASSED;
        };
        String message = host.messages().isEmpty() ? host.status() : String.join("\n", host.messages());
        return new Case(host.host(), "the host", took, outcome, host.status(), message);
    }

    private static Case difference(RunLines.Line line, boolean isOpen, List<RecordedHeld> held) {
        String name = line.resource() + ": " + line.attribute();
        String message = "%s -> %s (%s)".formatted(line.observed(), line.desired(), line.askedBy());
        Optional<RecordedHeld> waits = held.stream()
                .filter(h -> h.host().equals(line.host()) && h.resource().equals(line.resource()))
                .findFirst();
        Outcome outcome = !isOpen ? Outcome.PASSED : waits.isPresent() ? Outcome.SKIPPED : Outcome.FAILURE;
        return new Case(
                line.host(),
                name,
                Duration.ZERO,
                outcome,
                "differs",
                waits.map(h -> message + ": " + h.until()).orElse(message));
    }

    private String document() {
        var text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuites");
            counts(xml);
            xml.writeCharacters("\n  ");
            xml.writeStartElement("testsuite");
            counts(xml);
            xml.writeAttribute("skipped", Long.toString(count(Outcome.SKIPPED)));
            // Without a zone, in UTC, as the schema wants it.
            run.beganAt()
                    .ifPresent(at -> attribute(xml, "timestamp", at.toString().substring(0, 19)));
            run.began()
                    .ifPresent(began ->
                            attribute(xml, "hostname", began.controller().host()));
            for (Case each : cases) {
                write(xml, each);
            }
            xml.writeCharacters("\n  ");
            xml.writeEndElement();
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("a StringWriter takes everything", impossible);
        }
        return text.toString();
    }

    private void counts(XMLStreamWriter xml) {
        attribute(xml, "name", "ibplay " + whatWasAskedFor());
        attribute(xml, "tests", Integer.toString(cases.size()));
        attribute(xml, "failures", Long.toString(count(Outcome.FAILURE)));
        attribute(xml, "errors", Long.toString(count(Outcome.ERROR)));
        attribute(xml, "time", seconds(RunsText.duration(run).orElse(Duration.ZERO)));
    }

    private String whatWasAskedFor() {
        return run.began()
                .map(JournalEvent.RunBegan::invocation)
                .map(asked -> Stream.concat(asked.commandLine().stream().limit(1), asked.playbooks().stream())
                        .collect(Collectors.joining(" ")))
                .orElse("");
    }

    private long count(Outcome outcome) {
        return cases.stream().filter(each -> each.outcome() == outcome).count();
    }

    private static void write(XMLStreamWriter xml, Case each) throws XMLStreamException {
        xml.writeCharacters("\n    ");
        xml.writeStartElement("testcase");
        attribute(xml, "name", each.name());
        attribute(xml, "classname", each.host());
        attribute(xml, "time", seconds(each.took()));
        if (each.outcome() != Outcome.PASSED) {
            xml.writeStartElement(each.outcome().element());
            if (each.outcome() != Outcome.SKIPPED) {
                attribute(xml, "type", each.type());
            }
            attribute(xml, "message", each.message());
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) {
        try {
            xml.writeAttribute(name, legal(value));
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("a StringWriter takes everything", impossible);
        }
    }

    private static String seconds(Duration duration) {
        return "%d.%03d".formatted(duration.toSeconds(), duration.toMillisPart());
    }

    /** What XML 1.0 has no form for, not even escaped, is written as {@code \x1b}: hosts' messages may hold anything. */
    private static String legal(String text) {
        var legal = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean isLegal = c == '\t'
                    || c == '\n'
                    || c == '\r'
                    || (c >= 0x20 && c <= 0xd7ff)
                    || (c >= 0xe000 && c <= 0xfffd)
                    || c >= 0x10000;
            legal.append(isLegal ? Character.toString(c) : "\\x%02x".formatted(c));
        });
        return legal.toString();
    }
}
