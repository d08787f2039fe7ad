package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.facts.AdapterAttributes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostDescription.PortDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.facts.PortAttributes;
import dev.ibplay.facts.PortMtu;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.MadWriter;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class HostDescriberTest {
    private static final long IS_SM = 2;
    private final List<Batch> batches = new ArrayList<>();

    private HostSession answering(Function<Operation, Outcome> answer) {
        return new HostSession() {
            @Override
            public List<Outcome> run(Batch batch, Duration timeLimit) {
                batches.add(batch);
                return batch.operations().stream().map(answer).toList();
            }

            @Override
            public SessionCounts counts() {
                return new SessionCounts(1, 1, batches.size());
            }

            @Override
            public void close() {}
        };
    }

    private static AdapterPort port(int number, LinkLayer layer, boolean queryable, long capMask) {
        return new AdapterPort(
                new MadPort("mlx4_0", number),
                Optional.of(new PortGuid(0x2c90300aa0000L + number)),
                true,
                layer.isManaged(),
                queryable,
                AdapterAttributes.UNREAD,
                new PortAttributes(
                        layer,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(capMask)));
    }

    private HostDescription describe(Function<Operation, Outcome> answer, AdapterPort... ports)
            throws TransportException {
        var facts = new HostFacts("node7", List.of(ports), List.of(), new Fact.Absent<>());
        return HostDescriber.describe(answering(answer), facts, MadKey.NONE);
    }

    private static Outcome portInfo(int state, int cap, int neighbor) {
        byte[] data = new byte[64];
        MadWriter.put(data, MadField.PORT_STATE, state);
        MadWriter.put(data, MadField.PORT_MTU_CAP, cap);
        MadWriter.put(data, MadField.PORT_NEIGHBOR_MTU, neighbor);
        return new Outcome.AttributeRead(Bytes.of(data));
    }

    private static Outcome answer(Operation operation) {
        Operation.SubnetQuery query = (Operation.SubnetQuery) operation;
        assertThat(query.to()).isEqualTo(new SmpAddress.ByRoute(List.of()));
        if (query.attributeId() == Attribute.SM_INFO.id()) {
            byte[] data = new byte[64];
            MadWriter.put(data, MadField.SM_PRIORITY, 9);
            MadWriter.put(data, MadField.SM_STATE, 2);
            return new Outcome.AttributeRead(Bytes.of(data));
        }
        return query.attributeModifier() == 1 ? portInfo(4, 5, 4) : portInfo(1, 5, 5);
    }

    @Test
    void asksThePortsThemselvesInOneBatch() throws TransportException {
        AdapterPort first = port(1, LinkLayer.INFINIBAND, true, IS_SM);
        AdapterPort down = port(2, LinkLayer.INFINIBAND, true, 0);
        AdapterPort ethernet = port(3, LinkLayer.of("mlx4_0", "Ethernet", ""), false, IS_SM);
        HostDescription found = describe(HostDescriberTest::answer, first, down, ethernet);
        assertThat(batches).hasSize(1);
        assertThat(found.ports())
                .containsExactly(
                        new PortDescription(
                                first,
                                Fact.known(new PortMtu(
                                        Optional.of(Mtu.MTU_4096), Optional.of(Mtu.MTU_2048), PortMtu.PORT_QUERY)),
                                Fact.known(new SmInfo(0, 0, 9, SmState.STANDBY))),
                        new PortDescription(
                                down,
                                Fact.known(
                                        new PortMtu(Optional.of(Mtu.MTU_4096), Optional.empty(), PortMtu.PORT_QUERY)),
                                Fact.absent()),
                        new PortDescription(ethernet, Fact.absent(), Fact.absent()));
    }

    @Test
    void readsIbvDevinfoWhereThereIsNoUmad() throws TransportException {
        String text = """
                hca_id:\tmlx4_0
                \tphys_port_cnt:\t2
                \t\tport:\t1
                \t\t\tstate:\tPORT_ACTIVE (4)
                \t\t\tmax_mtu:\t4096 (5)
                \t\t\tactive_mtu:\t4096 (5)
                \t\t\tlink_layer:\tInfiniBand
                """;
        Outcome said = new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(text), Bytes.EMPTY);
        HostDescription found = describe(
                operation -> said, port(1, LinkLayer.INFINIBAND, false, 0), port(2, LinkLayer.INFINIBAND, false, 0));
        assertThat(batches).hasSize(1);
        assertThat(found.ports().getFirst().mtu())
                .isEqualTo(
                        Fact.known(new PortMtu(Optional.of(Mtu.MTU_4096), Optional.of(Mtu.MTU_4096), "ibv_devinfo")));
        assertThat(found.ports().get(1).mtu())
                .isEqualTo(Fact.unreadable("no umad device, and ibv_devinfo does not tell"));
    }

    @Test
    void keepsTheReasonOfAQueryThatNoToolMakesUpFor() throws TransportException {
        HostDescription found = describe(
                operation -> operation instanceof Operation.RunCommand
                        ? new Outcome.OperationFailed("ENOENT", "cannot start it")
                        : new Outcome.NoAnswer(),
                port(1, LinkLayer.INFINIBAND, true, IS_SM));
        assertThat(batches).hasSize(2);
        assertThat(found.ports().getFirst().mtu()).isEqualTo(Fact.unreadable("no answer"));
        assertThat(found.ports().getFirst().subnetManager()).isEqualTo(Fact.unreadable("no answer"));
    }

    @Test
    void asksNothingWhereNoPortIsManaged() throws TransportException {
        describe(operation -> new Outcome.NoAnswer(), port(1, LinkLayer.of("mlx4_0", "Ethernet", ""), true, 0));
        assertThat(batches).isEmpty();
    }
}
