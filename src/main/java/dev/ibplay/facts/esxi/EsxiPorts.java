package dev.ibplay.facts.esxi;

import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterAttributes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.PortAttributes;
import dev.ibplay.facts.tools.AdapterPortText;
import dev.ibplay.facts.tools.AdapterText;
import dev.ibplay.facts.tools.AdaptersText;
import dev.ibplay.facts.tools.IbstatParser;
import dev.ibplay.ib.PortState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The ports by the VIB's ibstat, which prints no MTU; there is no umad device that this program could use. */
final class EsxiPorts {
    /** No folder of {@code PATH} has it. */
    static final Operation IBSTAT = RunCommand.of(Duration.ofSeconds(30), "/opt/opensm/bin/ibstat");

    private EsxiPorts() {}

    /** Absent where there is no ibstat. */
    static Fact<List<AdapterPort>> of(Outcome ibstat) {
        return text(ibstat)
                .map(text -> text.adapters().stream()
                        .flatMap(adapter -> adapter.ports().stream().map(port -> port(adapter, port)))
                        .toList());
    }

    private static Fact<AdaptersText> text(Outcome ibstat) {
        return EsxiAnswer.of(ibstat).flatMap(IbstatParser::parse);
    }

    private static AdapterPort port(AdapterText adapter, AdapterPortText port) {
        return new AdapterPort(
                new MadPort(adapter.name(), port.number()),
                port.portGuid(),
                port.state() == PortState.ACTIVE,
                port.linkLayer().isManaged(),
                false,
                new AdapterAttributes(adapter.firmware(), adapter.type(), adapter.board(), adapter.nodeGuid()),
                new PortAttributes(
                        port.linkLayer(),
                        Optional.of(port.state()),
                        port.physicalState(),
                        port.rate(),
                        port.lid(),
                        port.smLid(),
                        port.capMask()));
    }

    /** Why there may be more ports than are told. */
    static List<String> doubts(Outcome ibstat, boolean ipoib) {
        if (!ipoib) {
            return List.of("no InfiniBand ports: IPoIB ended with ESXi 6.7, later drivers are for Ethernet only");
        }
        return switch (text(ibstat)) {
            case Fact.Known<AdaptersText> known ->
                known.value().incomplete().map(why -> "there may be more ports: " + why).stream()
                        .toList();
            case Fact.Absent<AdaptersText> ignored ->
                List.of("ports cannot be told: there is no /opt/opensm/bin/ibstat");
            case Fact.Unreadable<AdaptersText> unreadable ->
                List.of("ports cannot be told: ibstat: " + unreadable.because());
        };
    }
}
