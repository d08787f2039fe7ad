package dev.ibplay.lab.scenarios;

import static dev.ibplay.lab.scenarios.Scene.assertNothingToDo;
import static dev.ibplay.lab.scenarios.Scene.datagram;
import static dev.ibplay.lab.scenarios.Scene.group;
import static dev.ibplay.lab.scenarios.Scene.manager;
import static dev.ibplay.lab.scenarios.Scene.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.LabRun;
import dev.ibplay.lab.layout.HostModel;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.windows.Language;
import dev.ibplay.lab.windows.WindowsHost;
import dev.ibplay.lab.windows.WindowsRelease;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows hosts beside Linux ones on one fabric. */
class WindowsTest {
    private static final String JAPANESE = "イーサネット 3";
    private static final String ENGLISH = "Ethernet 3";

    private static String connection(String name, int mtu) {
        return """
                - hosts: windows
                  state:
                    ipoib:
                      "%s": {mtu: %d}
                """.formatted(name, mtu);
    }

    private static String fabric(Mtu mtu, String name) {
        int bytes = mtu.ipoibDatagramBytes();
        return group("subnet_managers", mtu) + datagram("linux", "ib0", bytes) + connection(name, bytes);
    }

    private static WindowsHost windows(
            WindowsRelease release,
            Language language,
            WindowsHost.Stack stack,
            Optional<WindowsHost.Opensm> opensm,
            WindowsHost.Traits traits) {
        return new WindowsHost(
                "win1",
                release,
                language,
                stack,
                List.of(new WindowsHost.Adapter("ibv_device0", LeafSpine.adapter(0, 2), 1, "2.42.5000")),
                List.of(new WindowsHost.Connection(
                        15,
                        language == Language.JAPANESE ? JAPANESE : ENGLISH,
                        "Mellanox ConnectX-3 IPoIB Adapter",
                        "0011",
                        2044,
                        Optional.of(2044),
                        0,
                        1,
                        "10.40.0.9/24")),
                opensm,
                traits);
    }

    private static WindowsHost usual(WindowsHost.Traits traits) {
        return windows(WindowsRelease.SERVER_2022, Language.ENGLISH, WindowsHost.Stack.WINOF, Optional.empty(), traits);
    }

    private static LabLayout layout(WindowsHost windows, String... groups) {
        List<String> names = List.of("sm1", "node1", "win1");
        return new LabLayout(
                List.of(LeafSpine.of(0, names)),
                List.of(
                        manager("sm1", Scene.Rail.mlx5(0, 0), 10, Mtu.MTU_2048),
                        node("node1", List.of(Scene.Rail.mlx5(0, 1)), IpoibMode.DATAGRAM, 2044),
                        new LabHost(
                                new HostModel.Windows(windows),
                                groups.length == 0 ? List.of("windows") : List.of(groups),
                                Map.of())));
    }

    private static WindowsAdapterObserved seen(LabRun lab, String playbook, String name) {
        return lab.observed(playbook)
                .hosts()
                .get("win1")
                .windows()
                .orElseThrow()
                .adapter(name)
                .orElseThrow();
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of(WindowsRelease.SEVEN, Language.ENGLISH, WindowsHost.Stack.OPEN_FABRICS),
                Arguments.of(WindowsRelease.SERVER_2012_R2, Language.ENGLISH, WindowsHost.Stack.WINOF),
                Arguments.of(WindowsRelease.SERVER_2022, Language.JAPANESE, WindowsHost.Stack.WINOF));
    }

    /** Driver, IP and persistent store, in this order; then nothing is left to do, whatever happens to the host. */
    @ParameterizedTest
    @MethodSource("kinds")
    void upTo4kAndBack(WindowsRelease release, Language language, WindowsHost.Stack stack) throws Exception {
        String name = language == Language.JAPANESE ? JAPANESE : ENGLISH;
        String up = fabric(Mtu.MTU_4096, name);
        WindowsHost host = windows(release, language, stack, Optional.empty(), WindowsHost.Traits.USUAL);
        try (LabRun lab = new LabRun(layout(host))) {
            LabRun.Finished raised = lab.run(up);
            Scene.assertAll(raised, HostStatus.CHANGED);
            WindowsAdapterObserved now = seen(lab, up, name);
            assertThat(now.mtu()).isEqualTo(Fact.known(4092));
            assertThat(now.keptMtu()).isEqualTo(Fact.known(4092));
            assertThat(now.driver().orElseThrow().value()).isEqualTo(Fact.known(4092));
            assertNothingToDo(lab, up);
            lab.reboot("win1");
            lab.awaitQuiet();
            assertNothingToDo(lab, up);

            String down = fabric(Mtu.MTU_2048, name);
            Scene.assertAll(lab.run(down), HostStatus.CHANGED);
            assertThat(seen(lab, down, name).mtu()).isEqualTo(Fact.known(2044));
            assertNothingToDo(lab, down);
        }
    }

    @Test
    void aRollbackBringsBackWhatThereWas() throws Exception {
        String up = fabric(Mtu.MTU_4096, ENGLISH);
        try (LabRun lab = new LabRun(layout(usual(WindowsHost.Traits.USUAL)))) {
            LabRun.Finished raised = lab.run(up);
            Scene.assertAll(raised, HostStatus.CHANGED);
            LabRun.Finished back = lab.rollback(raised.journal(), up);
            Scene.assertAll(back, HostStatus.CHANGED);
            assertThat(seen(lab, up, ENGLISH).mtu()).isEqualTo(Fact.known(2044));
            assertThat(seen(lab, up, ENGLISH).keptMtu()).isEqualTo(Fact.known(2044));
        }
    }

    /** A login over the very connection would be cut off by the driver's restart. */
    @Test
    void theWayInIsNotRestarted() throws Exception {
        WindowsHost host = usual(WindowsHost.Traits.USUAL.managedOver(ENGLISH));
        try (LabRun lab = new LabRun(layout(host))) {
            LabRun.Finished refused = lab.run(fabric(Mtu.MTU_4096, ENGLISH));
            assertThat(refused.record().plan().isRefused()).isTrue();
            assertThat(refused.record().plan().diagnostics())
                    .anySatisfy(d -> assertThat(d.message()).contains(ENGLISH));
            assertThat(seen(lab, fabric(Mtu.MTU_4096, ENGLISH), ENGLISH).mtu()).isEqualTo(Fact.known(2044));
        }
    }

    /** Its own subnet manager did not start, which is no fault while another one serves. */
    @Test
    void aServiceThatDoesNotStartIsNoObstacle() throws Exception {
        var opensm = new WindowsHost.Opensm(
                "OpenSM",
                "\"%s\\opensm.exe\" -L 128".formatted(WindowsHost.Stack.WINOF.tools()),
                WindowsHost.Opensm.AUTOMATIC,
                Map.of("C:\\SM\\none", Bytes.EMPTY));
        WindowsHost host = windows(
                WindowsRelease.SERVER_2012_R2,
                Language.ENGLISH,
                WindowsHost.Stack.WINOF,
                Optional.of(opensm),
                WindowsHost.Traits.USUAL);
        try (LabRun lab = new LabRun(layout(host))) {
            Scene.assertAll(lab.run(fabric(Mtu.MTU_4096, ENGLISH)), HostStatus.CHANGED);
        }
    }

    private static WindowsHost.Opensm managing(String more) {
        return new WindowsHost.Opensm(
                "OpenSM",
                "\"%s\\opensm.exe\" --service -L 128 -F \"C:\\SM files\\opensm.conf\" -P \"C:\\SM files\\partitions.conf\"%s"
                        .formatted(WindowsHost.Stack.WINOF.tools(), more),
                WindowsHost.Opensm.AUTOMATIC,
                Map.of(
                        "C:\\SM files\\opensm.conf",
                        Bytes.ofUtf8("sm_priority 1\nsweep_interval 5\n"),
                        "C:\\SM files\\partitions.conf",
                        Bytes.ofUtf8("Default=0x7fff, ipoib, mtu=4 : ALL=full, SELF=full;\r\n")));
    }

    /** Its service is a manager as others are: by its files, or by the option of its command line that wins over them. */
    @ParameterizedTest
    @ValueSource(strings = {"", " -p 3"})
    void aServiceBecomesTheMasterOfAGroupAt4k(String more) throws Exception {
        WindowsHost host = windows(
                WindowsRelease.SERVER_2012_R2,
                Language.ENGLISH,
                WindowsHost.Stack.WINOF,
                Optional.of(managing(more)),
                WindowsHost.Traits.USUAL);
        String all = """
                - hosts: win1
                  state:
                    opensm: {priority: 12}
                - hosts: sm1
                  state:
                    opensm: {priority: 10}
                """ + fabric(Mtu.MTU_4096, ENGLISH);
        try (LabRun lab = new LabRun(layout(host, "windows", "subnet_managers"))) {
            LabRun.Finished run = lab.run(all);
            Scene.assertAll(run, HostStatus.CHANGED);
            assertNothingToDo(lab, all);
            assertThat(lab.hosts.fabrics().getFirst().isMaster(new PortRef(LeafSpine.adapter(0, 2), 1)))
                    .isTrue();
            lab.reboot("win1");
            lab.awaitQuiet();
            assertNothingToDo(lab, all);
        }
    }
}
