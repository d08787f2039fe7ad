package dev.ibplay.netstack;

import static dev.ibplay.netstack.Rewrites.document;
import static dev.ibplay.netstack.Rewrites.inFile;
import static dev.ibplay.netstack.Rewrites.refused;
import static dev.ibplay.netstack.Rewrites.set;
import static dev.ibplay.netstack.Rewrites.unreadable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Recorded files: each says what the list beside them says of it, and can be changed without harm. */
class NetstackCorpusTest {
    private static final Map<String, String> PATHS = Map.of(
            "nm-keyfile", "/etc/NetworkManager/system-connections/ib0.nmconnection",
            "ifcfg-ib", "/etc/sysconfig/network-scripts/ifcfg-ib0",
            "netplan", "/etc/netplan/50-ib.yaml",
            "networkd", "/etc/systemd/network/10-ib0.network",
            "interfaces-ifupdown", InterfacesFiles.MAIN);

    /** File, MTU and mode; {@code -} for what the file leaves to the kernel. */
    private static final List<String> EXPECTED = List.of(
            "nm-keyfile/01-datagram-mtu1400.txt 1400 datagram",
            "nm-keyfile/02-decimal-mac.txt 1400 datagram",
            "nm-keyfile/03-autoconnect-false-mtu900.txt 900 datagram",
            "nm-keyfile/05-netplan-generated.txt - datagram",
            "ifcfg-ib/01-inline-comment-lowercase-type.txt - datagram",
            "ifcfg-ib/02-scio-template-commented-hwaddr.txt - datagram",
            "ifcfg-ib/03-empty-uuid.txt - datagram",
            "ifcfg-ib/04-nm-generated-minimal.txt - connected",
            "ifcfg-ib/05-rapid-nm-commented-uuid.txt - datagram",
            "ifcfg-ib/07-test-infiniband0.txt 65520 connected",
            "ifcfg-ib/09-test-infiniband2.txt 65520 connected",
            "ifcfg-ib/11-test-bond-port-ib.txt - datagram",
            "ifcfg-ib/12-test-write-team-infiniband-port.txt - datagram",
            "ifcfg-ib/16-pkey-child-old-scheme.txt 65520 connected",
            "ifcfg-ib/17-cloudinit-suse-lladdr-no-final-newline.txt 9000 datagram",
            "ifcfg-ib/18-cloudinit-rhel-no-final-newline.txt 9000 datagram",
            "ifcfg-ib/19-suse-path-comment-connected.txt 65520 connected",
            "ifcfg-ib/21-bond-master-with-connected-mode.txt 65520 connected",
            "ifcfg-ib/22-bond-slave-Infiniband-case.txt 65520 connected",
            "netplan/01-example-connected.txt - connected",
            "netplan/02-no-final-newline-networkd.txt - connected",
            "networkd/01-netplan-generated-ipoib-mode.txt - connected",
            "networkd/02-composed-network-mtubytes.txt 4092 datagram",
            "networkd/04-composed-network-suffix-k-comments.txt 65520 -",
            "interfaces-ifupdown/01-ubuntu-postup-mode-mtu.txt 65520 connected",
            "interfaces-ifupdown/02-cloudinit-mtu-hwaddress.txt 9000 -",
            "interfaces-ifupdown/04-auto-lines-first.txt - -",
            "interfaces-ifupdown/05-allow-hotplug.txt - -");

    private static String path(String kind) {
        return PATHS.getOrDefault(kind, kind);
    }

    private static String read(Path path) throws IOException {
        return Files.readString(path, StandardCharsets.UTF_8);
    }

    private static Parsed<? extends InterfaceFile> parse(String kind, String text) {
        String path = path(kind);
        return switch (kind) {
            case "nm-keyfile" -> Keyfile.parse(path, text);
            case "ifcfg-ib" -> IfcfgFile.parse(path, text);
            case "networkd" -> NetworkdFile.parse(path, text);
            case "netplan" ->
                switch (NetplanFile.parse(path, text)) {
                    case Parsed.Unreadable<NetplanFile> u -> new Parsed.Unreadable<InterfaceFile>(u.because());
                    case Parsed.Document<NetplanFile> d ->
                        d.document()
                                .settings("ib0")
                                .<Parsed<InterfaceFile>>map(Parsed.Document::new)
                                .orElse(new Parsed.Unreadable<>("no ib0"));
                };
            default ->
                switch (new InterfacesFiles(List.of(new ConfigFile(path, text))).find(NetworkLink.named("ib0"))) {
                    case Placement.InFile in -> new Parsed.Document<InterfaceFile>(in.file());
                    case Placement.Unclear u -> new Parsed.Unreadable<InterfaceFile>(u.because());
                    case Placement.Nowhere ignored -> new Parsed.Unreadable<InterfaceFile>("no ib0");
                };
        };
    }

    @TestFactory
    Stream<DynamicTest> saysWhatTheListSays() {
        Path root = SharedCorpus.require("corpus");
        return EXPECTED.stream().map(line -> {
            List<String> words = List.of(line.split(" ", -1));
            return DynamicTest.dynamicTest(words.getFirst(), () -> {
                String kind = words.getFirst().substring(0, words.getFirst().indexOf('/'));
                InterfaceFile file = document(parse(kind, read(root.resolve(words.getFirst()))));
                assertThat(file.mtu().map(String::valueOf).orElse("-")).isEqualTo(words.get(1));
                assertThat(file.mode().map(IpoibMode::word).orElse("-")).isEqualTo(words.get(2));
            });
        });
    }

    @TestFactory
    Stream<DynamicTest> changesReadBackAndAskForNothingMore() {
        Path root = SharedCorpus.require("corpus");
        return PATHS.keySet().stream().sorted().flatMap(kind -> {
            try (Stream<Path> files = Files.list(root.resolve(kind))) {
                return files.sorted().toList().stream()
                        .map(f -> DynamicTest.dynamicTest(kind + "/" + f.getFileName(), () -> change(kind, read(f))));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        });
    }

    private static void change(String kind, String text) {
        if (!(parse(kind, text) instanceof Parsed.Document<? extends InterfaceFile> before)) {
            assertThat(text).as("the only file that its reader refuses").contains("infiniband-mode: invalid");
            return;
        }
        for (IpoibMode mode : IpoibMode.values()) {
            Rewrite rewrite = set(before.document(), 1234, mode);
            if (rewrite instanceof Rewrite.Refused refused) {
                assertThat(refused.because()).containsAnyOf("several interfaces", "make it ib0.80c1");
                continue;
            }
            String after = ((Rewrite.Done) rewrite).text();
            InterfaceFile again = document(parse(kind, after));
            assertThat(again.mtu()).contains(1234);
            assertThat(again.mode()).contains(mode);
            assertThat(set(again, 1234, mode)).isEqualTo(new Rewrite.Done(after));
            assertThat(RandomEditsTest.unlike(text, after)).as(after).hasSizeLessThanOrEqualTo(2);
        }
    }

    @Test
    void singleFilesSayMore() throws IOException {
        Path root = SharedCorpus.require("corpus");
        Keyfile decimal = document(Keyfile.parse("x", read(root.resolve("nm-keyfile/02-decimal-mac.txt"))));
        assertThat(decimal.address().orElseThrow())
                .hasToString("00:11:22:33:44:55:66:77:88:99:01:12:23:34:45:56:67:78:89:90");
        Keyfile generated = document(Keyfile.parse(
                "/run/NetworkManager/system-connections/netplan-ib0.nmconnection",
                read(root.resolve("nm-keyfile/05-netplan-generated.txt"))));
        assertThat(refused(set(generated, 4092, IpoibMode.CONNECTED))).contains("netplan");
        IfcfgFile mismatch = ifcfg(root, "09-test-infiniband2.txt");
        assertThat(mismatch.rejection()).hasValueSatisfying(r -> assertThat(r).contains("ib0.80c1"));
        assertThat(ifcfg(root, "11-test-bond-port-ib.txt").master()).contains("bond0");
        assertThat(ifcfg(root, "12-test-write-team-infiniband-port.txt").master())
                .contains("team0");
        assertThat(ifcfg(root, "03-empty-uuid.txt").isLeftToScripts()).isTrue();
        IfcfgFile child = ifcfg(root, "16-pkey-child-old-scheme.txt");
        assertThat(child.pkey().orElseThrow().value()).isEqualTo(0x8002);
        assertThat(child.parent()).contains("ib0");
        assertThat(unreadable(NetplanFile.parse("x", read(root.resolve("netplan/03-invalid-mode.txt")))))
                .contains("neither datagram nor connected");
        NetworkdFile glob = document(NetworkdFile.parse(
                "/etc/systemd/network/x.network",
                read(root.resolve("networkd/04-composed-network-suffix-k-comments.txt"))));
        assertThat(glob.matches(NetworkLink.named("ib3"))).isEqualTo(Match.YES);
        assertThat(glob.matches(NetworkLink.named("ib9"))).isEqualTo(Match.NO);
        assertThat(refused(set(glob, 4092, IpoibMode.DATAGRAM))).contains("ib* !ib9");
        String hotplug = read(root.resolve("interfaces-ifupdown/05-allow-hotplug.txt"));
        assertThat(new InterfacesFiles(List.of(new ConfigFile(InterfacesFiles.MAIN, hotplug))).starts("ib0"))
                .isTrue();
        var link = new NetworkLink(
                "ib0",
                HardwareAddress.parse("11:22:33:44:55:66:77:88:99:00:11:22:33:44:55:66:77:88:99:00"),
                Optional.empty());
        String example = read(root.resolve("netplan/01-example-connected.txt"));
        assertThat(inFile(new NetplanFiles(List.of(new ConfigFile("/etc/netplan/a.yaml", example))).find(link))
                        .path())
                .isEqualTo("/etc/netplan/a.yaml");
    }

    private static IfcfgFile ifcfg(Path root, String name) throws IOException {
        return document(
                IfcfgFile.parse(path("ifcfg-ib"), read(root.resolve("ifcfg-ib").resolve(name))));
    }
}
