package dev.ibplay.lab.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.facts.tools.SminfoParser;
import dev.ibplay.facts.tools.SmpqueryParser;
import dev.ibplay.facts.tools.ToolOutput;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.layout.LeafSpine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read of Windows hosts of the lab, by the far end and the probe that read real ones. */
class WindowsFactsTest {
    private static final String CONF = "C:\\SM\\opensm.conf";
    private static final String PARTITIONS = "C:\\SM\\partitions.conf";

    static Stream<Arguments> hosts() {
        return Stream.of(
                Arguments.of(WindowsRelease.SEVEN, Language.ENGLISH, WindowsHost.Traits.USUAL),
                Arguments.of(
                        WindowsRelease.SERVER_2012_R2, Language.ENGLISH, WindowsHost.Traits.USUAL.withPowerShell()),
                Arguments.of(WindowsRelease.SERVER_2022, Language.ENGLISH, WindowsHost.Traits.USUAL),
                Arguments.of(WindowsRelease.SERVER_2022, Language.JAPANESE, WindowsHost.Traits.USUAL.withPowerShell()),
                Arguments.of(WindowsRelease.SEVEN, Language.JAPANESE, WindowsHost.Traits.USUAL));
    }

    private static WindowsHost.Opensm opensm(String image, int start) {
        return new WindowsHost.Opensm(
                "OpenSM",
                image,
                start,
                Map.of(
                        CONF,
                        Bytes.ofUtf8("sm_priority 1\r\n"),
                        PARTITIONS,
                        Bytes.ofUtf8("Default=0x7fff,ipoib,mtu=5:ALL=full,SELF=full;\r\n")));
    }

    private static String image(String options) {
        return "\"%s\\opensm.exe\" %s".formatted(WindowsHost.Stack.WINOF.tools(), options);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void allOfThemTellTheSame(WindowsRelease release, Language language, WindowsHost.Traits traits) throws Exception {
        var opensm = opensm(image("--service -F " + CONF + " -P " + PARTITIONS), WindowsHost.Opensm.AUTOMATIC);
        try (WindowsLab lab = new WindowsLab(WindowsLab.host(release, language, Optional.of(opensm), traits), 5)) {
            lab.await(() ->
                    lab.fabric().view(lab.windows().ports().getFirst().ref()).runsSm());
            HostFacts facts = lab.facts();
            assertThat(facts.system().version().ifKnown().orElseThrow().toString())
                    .startsWith(release.version().substring(0, 3));
            WindowsAdapterObserved connection = facts.windows()
                    .orElseThrow()
                    .adapter(WindowsLab.name(language))
                    .orElseThrow();
            assertThat(connection.ipoib()).isTrue();
            assertThat(connection.up()).isTrue();
            assertThat(connection.mtu()).isEqualTo(Fact.known(2044));
            assertThat(connection.keptMtu()).isEqualTo(Fact.known(2044));
            assertThat(connection.driver().orElseThrow())
                    .isEqualTo(new WindowsAdapterObserved.DriverMtu("0011", "*JumboPacket", Fact.known(2044)));
            assertThat(facts.windows().orElseThrow().doubts()).isEmpty();
            assertThat(facts.windows().orElseThrow().codePage()).isEqualTo(Fact.known(language.codePage()));
            assertThat(facts.ports()).singleElement().satisfies(port -> {
                assertThat(port.guid())
                        .contains(new PortGuid(LeafSpine.adapter(0, 1).value() + 1));
                assertThat(port.attributes().state()).contains(PortState.ACTIVE);
            });
            WindowsServiceObserved service = facts.windows()
                    .orElseThrow()
                    .services()
                    .ifKnown()
                    .orElseThrow()
                    .getFirst();
            assertThat(service.state()).isEqualTo(Fact.known(WindowsServiceObserved.State.RUNNING));
            OpensmInstance instance =
                    facts.opensm().ifKnown().orElseThrow().instances().getFirst();
            assertThat(instance.process()).isPresent();
            assertThat(instance.partitions().content().ifKnown().orElseThrow().lossyText())
                    .contains("mtu=5");
            assertThat(facts.network().route().ifKnown().orElseThrow().toString())
                    .doesNotContain(WindowsLab.name(language));
        }
    }

    @Test
    void toolsAskTheFabric() throws Exception {
        try (WindowsLab lab = WindowsLab.of(WindowsHost.Traits.USUAL)) {
            String tools = WindowsHost.Stack.WINOF.tools();
            var master = SminfoParser.parse(output(lab.run(tools + "\\sminfo.exe")))
                    .ifKnown()
                    .orElseThrow();
            assertThat(master.guid())
                    .isEqualTo(new PortGuid(LeafSpine.adapter(0, 0).value() + 1));
            int lid = lab.fabric()
                    .view(lab.windows().ports().getFirst().ref())
                    .lid()
                    .value();
            WindowsLab.Ended port = lab.run(tools + "\\smpquery.exe", "portinfo", Integer.toString(lid), "1");
            assertThat(SmpqueryParser.portInfo(output(port))
                            .ifKnown()
                            .orElseThrow()
                            .linkMtu())
                    .contains(Mtu.MTU_4096);
            assertThat(lab.run(tools + "\\smpquery.exe", "portinfo", "999", "1").status())
                    .isEqualTo(-1);
        }
    }

    private static ToolOutput output(WindowsLab.Ended ended) {
        return new ToolOutput(ended.stdout(), ended.stderr(), new CommandEnd.Exited(ended.status()));
    }

    @Test
    void whatIsMissingIsNotTold() throws Exception {
        var traits =
                WindowsHost.Traits.USUAL.without(Set.of("ibv_devinfo", "vstat")).restricted();
        WindowsHost host = WindowsLab.host(WindowsRelease.SERVER_2022, Language.ENGLISH, Optional.empty(), traits);
        try (WindowsLab lab = new WindowsLab(host, 5)) {
            HostFacts facts = lab.facts();
            assertThat(facts.windows().orElseThrow().portMtus()).isEmpty();
            assertThat(facts.ports()).hasSize(1);
            assertThat(facts.windows().orElseThrow().elevated()).isEqualTo(Fact.known(false));
            assertThat(facts.opensm()).isEqualTo(Fact.absent());
        }
    }

    /** The first report of such a fabric: its own subnet manager did not start on Windows. */
    @Test
    void aServiceThatIsAConsoleProgramDoesNotStart() throws Exception {
        var opensm = opensm(image("-L 128"), WindowsHost.Opensm.AUTOMATIC);
        WindowsHost host = WindowsLab.host(
                WindowsRelease.SERVER_2012_R2, Language.ENGLISH, Optional.of(opensm), WindowsHost.Traits.USUAL);
        try (WindowsLab lab = new WindowsLab(host, 4)) {
            assertThat(lab.run("sc", "start", "OpenSM").status()).isEqualTo(1053);
            List<WindowsServiceObserved> services =
                    lab.facts().windows().orElseThrow().services().ifKnown().orElseThrow();
            assertThat(services)
                    .singleElement()
                    .extracting(WindowsServiceObserved::state)
                    .isEqualTo(Fact.known(WindowsServiceObserved.State.STOPPED));
        }
    }
}
