package dev.ibplay.plan.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmLauncher.Kind;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.opensm.OpensmArguments;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EsxiFoldersTest {
    private static final PortGuid ONE = new PortGuid(0x0011_7500_0079_0001L);
    private static final PortGuid OTHER = new PortGuid(0x0011_7500_0079_0002L);

    private static FileObserved file(String path) {
        return path.startsWith("/")
                ? new FileObserved(path, Fact.known(Bytes.ofLatin1("")), 5)
                : new FileObserved(path, Fact.unreadable("not told"), 0);
    }

    private static OpensmInstance folder(String name, int pid, PortGuid port, String conf) {
        return instance(conf, "/scratch/opensm/" + name + "/partitions.conf", pid, Optional.of(port), true);
    }

    private static OpensmInstance homeless(int pid) {
        return instance("opensm.conf", "partitions.conf", pid, Optional.empty(), false);
    }

    private static OpensmInstance instance(
            String conf, String partitions, int pid, Optional<PortGuid> port, boolean launched) {
        Optional<OpensmProcess> process = pid == 0
                ? Optional.empty()
                : Optional.of(new OpensmProcess(pid, new OpensmArguments(List.of("opensm")), 0, 0));
        return new OpensmInstance(file(conf), file(partitions), process, Optional.empty(), port, launched);
    }

    private static OpensmObserved host(Kind kind, OpensmInstance... instances) {
        var launcher = new OpensmLauncher(kind, Optional.empty(), List.of(), Fact.unreadable("not told"));
        return new OpensmObserved(launcher, List.of(instances));
    }

    private static String words(OpensmInstance i) {
        return "%s %s %s%s"
                .formatted(
                        i.process().map(OpensmProcess::pid).orElse(0),
                        i.port().map(p -> p.equals(ONE) ? "one" : "other").orElse("any"),
                        i.partitions().path().replaceAll("/scratch/opensm/(.*)/partitions.conf", "$1"),
                        i.copies().stream()
                                .map(c -> " " + c.path().replaceAll("/scratch/opensm/(.*)/partitions.conf", "$1"))
                                .collect(Collectors.joining()));
    }

    private static List<String> all(OpensmInstance... instances) {
        return EsxiFolders.all(host(Kind.ESXI_VIB, instances)).instances().stream()
                .map(EsxiFoldersTest::words)
                .toList();
    }

    @Test
    void aProcessThatNamesNoFolderHasAllThatAreFree() {
        assertThat(all(folder("a", 0, ONE, "opensm.conf"), folder("b", 0, OTHER, "opensm.conf"), homeless(7)))
                .containsExactly("7 any a b");
        assertThat(all(folder("a", 0, ONE, "opensm.conf"), homeless(7))).containsExactly("7 one a");
        assertThat(all(homeless(7))).containsExactly("7 any partitions.conf");
    }

    @Test
    void aProcessThatNamesAFolderHasTheFreeOnesToo() {
        assertThat(all(folder("a", 0, ONE, "opensm.conf"), folder("b", 7, OTHER, "opensm.conf")))
                .containsExactly("7 other b a");
        assertThat(all(folder("a", 8, ONE, "opensm.conf"), folder("b", 7, OTHER, "opensm.conf")))
                .containsExactly("8 one a", "7 other b");
    }

    @Test
    void processesThatNameNoneShareThem() {
        assertThat(all(
                        folder("a", 0, ONE, "opensm.conf"),
                        folder("b", 9, OTHER, "opensm.conf"),
                        homeless(7),
                        homeless(8)))
                .containsExactly("9 other b", "7 one a", "8 one a");
    }

    @Test
    void withoutAProcessTheFolderWithAConfIsFirst() {
        assertThat(all(folder("a", 0, ONE, "opensm.conf"), folder("b", 0, OTHER, "/scratch/opensm/b/opensm.conf")))
                .containsExactly("0 other b a");
        assertThat(all()).isEmpty();
    }

    @Test
    void aPortChoosesItsFolder() {
        OpensmObserved found = host(
                Kind.ESXI_VIB, folder("a", 0, ONE, "opensm.conf"), folder("b", 8, OTHER, "opensm.conf"), homeless(7));
        EsxiFolders.Meant meant = EsxiFolders.on(found, List.of(ONE));
        assertThat(meant.instances()).extracting(EsxiFoldersTest::words).containsExactly("7 one a");
        assertThat(meant.installed().instances())
                .as("the other one is there still")
                .extracting(EsxiFoldersTest::words)
                .containsExactly("7 one a", "8 other b");
    }

    @Test
    void otherHostsStayAsTheyWereFound() {
        OpensmObserved found = host(Kind.UNIT, folder("a", 0, ONE, "opensm.conf"), homeless(7));
        assertThat(EsxiFolders.all(found).installed()).isEqualTo(found);
        assertThat(EsxiFolders.all(found).instances()).isEqualTo(found.instances());
    }
}
