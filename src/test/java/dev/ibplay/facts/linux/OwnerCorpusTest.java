package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.tools.Recorded;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded files under the stacks that read them: a file that its stack has applied is the owner's, or unclear by name. */
class OwnerCorpusTest {
    private static final String KEYFILE = "/etc/NetworkManager/system-connections/ib0.nmconnection";
    private static final String IFCFG = "/etc/sysconfig/network-scripts/ifcfg-ib0";
    private static final String SUSE = "/etc/sysconfig/network/ifcfg-ib0";
    private static final String INTERFACES = "/etc/network/interfaces";

    private static InterfaceOwner owner(RecordedHost host) {
        var ib0 = new IpoibLink(
                "ib0",
                Fact.absent(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "up",
                Fact.absent(),
                Fact.absent(),
                Fact.absent());
        return host.ask(new NetstackProbe())
                .owners(new LinksObserved(List.of(ib0), List.of()))
                .values()
                .iterator()
                .next();
    }

    private static RecordedHost networkManager(String path) {
        return new RecordedHost()
                .says("nmcli -t -f DEVICE", "ib0:infiniband:connected:x")
                .says("nmcli -t -f NAME", "x:1:ib0:" + path);
    }

    private static void assertIsAbout(InterfaceOwner owner, String path) {
        switch (owner) {
            case InterfaceOwner.Configured configured ->
                assertThat(configured.file().path()).isEqualTo(path);
            case InterfaceOwner.Unclear unclear -> assertThat(unclear.because()).contains(path);
            case InterfaceOwner.Nobody ignored -> throw new AssertionError("nobody");
        }
    }

    @ParameterizedTest
    @MethodSource("keyfiles")
    void keyfile(Recorded recorded) {
        assertIsAbout(owner(networkManager(KEYFILE).file(KEYFILE, recorded.text())), KEYFILE);
    }

    @ParameterizedTest
    @MethodSource("ifcfgs")
    void ifcfg(Recorded recorded) {
        assertIsAbout(owner(networkManager(IFCFG).file(IFCFG, recorded.text())), IFCFG);
        RecordedHost wicked = new RecordedHost()
                .says("wicked", "ib0             up", "      config:   compat:suse:" + SUSE)
                .file(SUSE, recorded.text());
        assertIsAbout(owner(wicked), SUSE);
    }

    @ParameterizedTest
    @MethodSource("interfaces")
    void ifupdown(Recorded recorded) {
        String text = recorded.text().replaceAll("\\bib\\d(?=\\s)", "ib0");
        assertIsAbout(owner(new RecordedHost().says("ifquery", "ib0=ib0").file(INTERFACES, text)), INTERFACES);
    }

    static Stream<Recorded> keyfiles() {
        return Recorded.ofKind("nm-keyfile");
    }

    static Stream<Recorded> ifcfgs() {
        return Recorded.ofKind("ifcfg-ib");
    }

    static Stream<Recorded> interfaces() {
        return Recorded.ofKind("interfaces-ifupdown");
    }
}
