package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.exec.Outcome;
import dev.ibplay.fabric.FabricBuilder;
import dev.ibplay.gather.SweptFabric.Detail;
import dev.ibplay.ib.Attribute;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds a fabric from one port by directed routes: with one operation where the far end can discover by itself, else by
 * {@link BatchSweep}. What does not answer is kept as silent.
 */
public final class FabricSweep {
    /** Thousands of dead ports, each waiting for all its tries, end within this. */
    private static final Duration DISCOVERY_LIMIT = Duration.ofMinutes(10);

    private FabricSweep() {}

    /** The fabric as seen from {@code vantage}; without nodes where not even that port answers. */
    static SweptFabric run(HostSession session, MadPort vantage, FabricWish wish) throws TransportException {
        MadKey mKey = wish.keys().mKey();
        Operation whole = new DiscoverFabric(vantage, mKey, MadTiming.DEFAULT, wish.outstanding(), true);
        Outcome outcome = session.run(Batch.of(List.of(whole)), DISCOVERY_LIMIT).getFirst();
        if (outcome instanceof Outcome.FabricDiscovered discovered) {
            return swept(discovered);
        }
        boolean isUnknown = outcome instanceof Outcome.OperationFailed failed
                && failed.errno().equals("ENOSYS");
        return new SweptFabric(
                isUnknown ? new BatchSweep(session, vantage, mKey).run() : new FabricBuilder().build(true), Map.of());
    }

    private static SweptFabric swept(Outcome.FabricDiscovered discovered) {
        FabricBuilder builder = new FabricBuilder();
        discovered.findings().forEach(finding -> {
            Optional<byte[]> data = data(finding.answer());
            List<Integer> route = finding.route().ports();
            if (data.isPresent()) {
                builder.answered(route, finding.attributeId(), finding.attributeModifier(), data.get());
            } else {
                builder.unanswered(
                        route,
                        finding.attributeId(),
                        finding.attributeModifier(),
                        FabricQueries.describe(finding.answer()));
            }
        });
        Map<Detail, Outcome> details = new HashMap<>();
        for (Outcome.Finding finding : discovered.findings()) {
            detail(finding, builder).ifPresent(detail -> details.putIfAbsent(detail, finding.answer()));
        }
        return new SweptFabric(builder.build(discovered.complete()), details);
    }

    /** What is not part of the fabric itself. */
    private static Optional<Detail> detail(Outcome.Finding finding, FabricBuilder builder) {
        List<Integer> route = finding.route().ports();
        if (finding.attributeId() == Attribute.SM_INFO.id()) {
            return builder.port(route, 0).map(port -> new Detail(port, Attribute.SM_INFO, 0));
        }
        int port = (int) (finding.attributeModifier() >> 16 & 0xff);
        int block = (int) (finding.attributeModifier() & 0xffff);
        return finding.attributeId() == Attribute.P_KEY_TABLE.id()
                ? builder.port(route, port).map(at -> new Detail(at, Attribute.P_KEY_TABLE, block))
                : Optional.empty();
    }

    static Optional<byte[]> data(Outcome outcome) {
        return outcome instanceof Outcome.AttributeRead read
                ? Optional.of(read.data().toArray())
                : Optional.empty();
    }
}
