package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PKeyTable;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolQueriesTest {
    private static final MadPort PORT = new MadPort("mlx4_0", 2);
    private static final SmpAddress ROUTE = new SmpAddress.ByRoute(List.of(2, 17));
    private static final SmpAddress HERE = new SmpAddress.ByRoute(List.of());
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** A far end that knows the outcomes beforehand. */
    private static final class Prepared implements HostSession {
        private final List<Outcome> outcomes;
        private final List<Operation> asked = new ArrayList<>();
        private Duration limit = Duration.ZERO;

        Prepared(Outcome... outcomes) {
            this.outcomes = List.of(outcomes);
        }

        @Override
        public List<Outcome> run(Batch batch, Duration timeLimit) {
            asked.addAll(batch.operations());
            limit = timeLimit;
            return outcomes;
        }

        @Override
        public SessionCounts counts() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private static SubnetQuery query(SmpAddress to, Attribute attribute, long modifier) {
        return new SubnetQuery(PORT, to, attribute.id(), modifier, MadKey.NONE, MadTiming.DEFAULT);
    }

    private static Outcome said(int status, String stdout, String stderr) {
        return new Outcome.CommandEnded(new CommandEnd.Exited(status), Bytes.ofUtf8(stdout), Bytes.ofUtf8(stderr));
    }

    private static String line(Operation operation) {
        return String.join(" ", ToolQuery.of(operation).orElseThrow().command().arguments());
    }

    @Test
    void queriesAreCallsWithAdapterPortAndTimeOut() {
        String start = "-C mlx4_0 -P 2 -t 1000 ";
        assertThat(line(query(ROUTE, Attribute.NODE_INFO, 0))).isEqualTo("smpquery " + start + "-e -D nodeinfo 0,2,17");
        assertThat(line(query(HERE, Attribute.NODE_DESCRIPTION, 0)))
                .isEqualTo("smpquery " + start + "-e -D nodedesc 0");
        assertThat(line(query(ROUTE, Attribute.PORT_INFO, 36)))
                .isEqualTo("smpquery " + start + "-e -D portinfo 0,2,17 36");
        assertThat(line(query(new SmpAddress.ByLid(7), Attribute.PORT_INFO, 1)))
                .isEqualTo("smpquery " + start + "-e portinfo 7 1");
        assertThat(line(query(ROUTE, Attribute.P_KEY_TABLE, 3L << 16 | 1)))
                .isEqualTo("smpquery " + start + "-e -D pkeys 0,2,17 3");
        assertThat(line(query(ROUTE, Attribute.SM_INFO, 0))).isEqualTo("sminfo " + start + "-e -D 0,2,17");
        assertThat(line(query(new SmpAddress.ByLid(1), Attribute.SM_INFO, 0))).isEqualTo("sminfo " + start + "-e 1");
        assertThat(line(FabricFacts.groupQuery(PORT, new PKey(5))))
                .isEqualTo("saquery " + start + "MCMR --mgid ff12:401b:8005:0:0:0:ffff:ffff");
    }

    @Test
    void whatNoToolAnswersPassesThrough() {
        List<Operation> others = List.of(
                ReadFile.of("/etc/hosts"),
                query(ROUTE, Attribute.PATH_RECORD, 0),
                // An M_Key on a command line is for everyone to read.
                new SubnetQuery(PORT, ROUTE, Attribute.NODE_INFO.id(), 0, MadKey.of(42), MadTiming.DEFAULT),
                new Operation.AdministrationQuery(
                        PORT, 0x0011, 0, Bytes.of(new byte[108]), MadKey.NONE, MadTiming.DEFAULT));
        assertThat(others).allSatisfy(other -> assertThat(ToolQuery.of(other)).isEmpty());
    }

    @Test
    void outcomesKeepTheirPlacesAndOneCallReadsAWholeTable() throws Exception {
        StringBuilder table = new StringBuilder("   0: 0xffff 0x0000 0x8005 0x0000 0x0000 0x0000 0x0000 0x0000\n");
        for (int row = 8; row < 64; row += 8) {
            table.append("%4d: %s 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000%n"
                    .formatted(row, row == 32 ? "0x7001" : "0x0000"));
        }
        table.append("64 pkeys capacity for this port\n");
        Prepared inner = new Prepared(new Outcome.FileAbsent(), said(0, table.toString(), ""), new Outcome.Done());
        List<Operation> asked = List.of(
                ReadFile.of("/nothing"),
                query(ROUTE, Attribute.P_KEY_TABLE, 0),
                query(ROUTE, Attribute.P_KEY_TABLE, 1),
                RunCommand.of(LIMIT, "true"));

        List<Outcome> outcomes = new ToolQueries(inner).run(Batch.of(asked), LIMIT);

        assertThat(inner.asked).hasSize(3);
        assertThat(inner.limit).isEqualTo(LIMIT.plusSeconds(11));
        assertThat(outcomes).hasSize(4);
        assertThat(outcomes.getFirst()).isEqualTo(new Outcome.FileAbsent());
        assertThat(outcomes.getLast()).isEqualTo(new Outcome.Done());
        Bytes first = ((Outcome.AttributeRead) outcomes.get(1)).data();
        assertThat(PKeyTable.decodeBlock(first.toArray())).containsExactly(new PKey(0xffff), new PKey(0x8005));
        assertThat(first.at(4)).as("third place").isEqualTo(0x80);
        assertThat(PKeyTable.decodeBlock(
                        ((Outcome.AttributeRead) outcomes.get(2)).data().toArray()))
                .containsExactly(new PKey(0x7001));
    }

    private static Outcome asked(Operation query, Outcome ofTool) {
        return ToolQuery.of(query).orElseThrow().outcome(ofTool);
    }

    @Test
    void silenceIsNoAnswer() {
        SubnetQuery query = query(ROUTE, Attribute.NODE_INFO, 0);
        String failed = "smpquery: iberror: failed: operation nodeinfo: node info query failed\n";
        assertThat(asked(
                        query, said(255, failed, "ibwarn: [812] mad_rpc: _do_madrpc failed; dport (DR path 0,2,17)\n")))
                .isEqualTo(new Outcome.NoAnswer());
        assertThat(asked(query, new Outcome.CommandEnded(new CommandEnd.TimedOut(), Bytes.EMPTY, Bytes.EMPTY)))
                .isEqualTo(new Outcome.NoAnswer());
        assertThat(asked(
                        query(ROUTE, Attribute.SM_INFO, 0),
                        said(
                                255,
                                "sminfo: iberror: query failed\n",
                                "ibwarn: [9] madrpc: _do_madrpc failed; dport (Lid 4)\n")))
                .isEqualTo(new Outcome.NoAnswer());
        assertThat(asked(
                        FabricFacts.groupQuery(PORT, PKey.DEFAULT),
                        said(110, "", "Query SA failed: Connection timed out\n")))
                .isEqualTo(new Outcome.NoAnswer());
        assertThat(asked(query, said(255, failed, """
                                ibwarn: [5] _do_madrpc: send failed; Invalid argument
                                ibwarn: [5] mad_rpc: _do_madrpc failed; dport (Lid 4)
                                """))).isInstanceOf(Outcome.OperationFailed.class);
    }

    @Test
    void aStatusIsAnErrorStatus() {
        assertThat(
                        asked(
                                query(ROUTE, Attribute.PORT_INFO, 44),
                                said(
                                        255,
                                        "smpquery: iberror: failed: operation portinfo: port info query failed\n",
                                        "ibwarn: [77] mad_rpc: MAD completed with error status 0x1c; dport (DR path 0,2,17)\n")))
                .isEqualTo(new Outcome.ErrorStatus(0x1c));
        assertThat(asked(
                        FabricFacts.groupQuery(PORT, PKey.DEFAULT),
                        said(5, "", "ERROR: Query result returned 0x0300, SA(No records)\n")))
                .isEqualTo(new Outcome.ErrorStatus(0x0300));
    }

    @Test
    void whatTheHostCannotDoFailsInWords() {
        SubnetQuery query = query(ROUTE, Attribute.NODE_INFO, 0);
        assertThat(asked(query, new Outcome.OperationFailed("ENOENT", "cannot start smpquery")))
                .isEqualTo(new Outcome.OperationFailed(
                        "ENOENT", "cannot start smpquery (smpquery is part of infiniband-diags)"));
        assertThat(asked(
                        query,
                        said(
                                255,
                                "smpquery: iberror: failed: Failed to open 'mlx4_0' port '2'\n",
                                "ibwarn: [3] mad_rpc_open_port: can't open UMAD port (mlx4_0:2)\n")))
                .isInstanceOfSatisfying(Outcome.OperationFailed.class, f -> {
                    assertThat(f.errno()).isEqualTo("EACCES");
                    assertThat(f.message()).startsWith("smpquery: no access to /dev/infiniband/umad*");
                });
        assertThat(
                        asked(
                                query,
                                said(
                                        255,
                                        "smpquery: iberror: failed: Failed to open 'mlx4_0' port '2'\n",
                                        "ibwarn: [3] get_abi_version: can't read ABI version from abi_version: is ib_umad module loaded?\n")))
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        f -> assertThat(f.errno()).isEqualTo("ENODEV"));
        assertThat(asked(query, said(0, "something else\n", "")))
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        f -> assertThat(f.errno()).isEqualTo("EPROTO"));
        assertThat(asked(query, new Outcome.Skipped())).isEqualTo(new Outcome.Skipped());
    }
}
