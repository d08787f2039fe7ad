package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EsxiOpensmProbeTest {
    private static final String A = "/scratch/opensm/0x0002c90300000011";
    private static final String B = "/scratch/opensm/0x0002c90300000021";
    private static final String SM = "/opt/opensm/bin/opensm-static";

    private final EsxiHost host = SampleHost.host();
    private int batches;

    private Fact<OpensmObserved> opensm() {
        List<AdapterPort> ports = EsxiPorts.of(
                        host.run(List.of(EsxiPorts.IBSTAT)).getFirst())
                .ifKnown()
                .orElse(List.of());
        EsxiOpensmFound found = EsxiOpensmProbe.found(host.ask(new EsxiOpensmProbe()), ports);
        for (batches = 1; found.next().isPresent(); batches++) {
            found = EsxiOpensmProbe.found(host.ask(found.next().get()), ports);
        }
        return found.opensm();
    }

    private OpensmObserved observed() {
        return opensm().ifKnown().orElseThrow();
    }

    private OpensmInstance only() {
        assertThat(observed().instances()).hasSize(1);
        return observed().instances().getFirst();
    }

    private EsxiHost runs(String... commands) {
        StringBuilder text = new StringBuilder("WID CID World Name Command\n");
        for (int i = 0; i < commands.length; i++) {
            text.append("3%d 3%d opensm-static %s\n".formatted(i, i, commands[i]));
        }
        return host.script("ps -c", text.toString());
    }

    private EsxiHost places(String... lines) {
        return host.script("/opt/opensm", String.join("\n", lines) + "\n");
    }

    @Test
    void oneFolderAndItsProcess() {
        OpensmObserved opensm = observed();
        assertThat(batches).isEqualTo(1);
        assertThat(opensm.launcher().kind()).isEqualTo(OpensmLauncher.Kind.ESXI_VIB);
        assertThat(opensm.launcher().script()).contains("/etc/init.d/opensmd");
        assertThat(opensm.launcher().enabled()).isInstanceOf(Fact.Unreadable.class);
        assertThat(opensm.version()).isEqualTo(Fact.known("3.3.16"));
        assertThat(opensm.doubts()).isEmpty();
        OpensmInstance only = only();
        assertThat(only.process().map(OpensmProcess::pid)).contains(35010);
        assertThat(only.port()).contains(new PortGuid(0x0002c90300000011L));
        assertThat(only.launched()).isTrue();
        assertThat(only.partitions().path()).isEqualTo("/scratch/opensm/mlx4_0/partitions.conf");
        assertThat(only.partitions().content())
                .isEqualTo(Fact.known(Bytes.ofUtf8("Default=0x7fff,ipoib,mtu=5:ALL=full;\n")));
        assertThat(only.conf().path()).isEqualTo("opensm.conf");
        assertThat(only.conf().content()).isEqualTo(Fact.unreadable("its launcher is not known to read one"));
    }

    @Test
    void theConfOfTheFolderIfItIsThere() {
        host.file("/scratch/opensm/mlx4_0/opensm.conf", "sm_priority 4\n");
        assertThat(only().filePriority()).isEqualTo(Fact.known(4));
    }

    @Test
    void filesThatTheCommandLineNamesAreReadNext() {
        runs(SM + " -F /vmfs/volumes/52a1-0001/opensm/mlx4_0/own.conf")
                .file(
                        "/vmfs/volumes/52a1-0001/opensm/mlx4_0/own.conf",
                        "sm_priority 9\npartition_config_file /scratch/other.conf\n")
                .file("/scratch/other.conf", "Default=0x7fff,ipoib:ALL=full;\n");
        OpensmInstance only = only();
        assertThat(batches).isEqualTo(3);
        assertThat(only.filePriority()).isEqualTo(Fact.known(9));
        assertThat(only.partitions().path()).isEqualTo("/scratch/other.conf");
        assertThat(only.partitions().content()).isInstanceOf(Fact.Known.class);
        runs(SM + " -F own.conf");
        assertThat(only().conf().content()).isInstanceOf(Fact.Unreadable.class);
        assertThat(only().partitions().content()).isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void aConfThatIsNotThereIsAbsent() {
        runs(SM + " -F /scratch/opensm/mlx4_0/none.conf");
        assertThat(only().conf().content()).isEqualTo(Fact.absent());
        assertThat(only().partitions().path()).isEqualTo("/scratch/opensm/mlx4_0/partitions.conf");
    }

    @Test
    void aFolderWithoutPartitionsHasNone() {
        places("vib", "kept", "folder /scratch/opensm/mlx4_0", "folder /scratch/opensm/new");
        OpensmInstance second = observed().instances().get(1);
        assertThat(second.partitions().content()).isEqualTo(Fact.absent());
        assertThat(second.process()).isEmpty();
        assertThat(second.port()).isEmpty();
    }

    @Test
    void aFolderForEachPortAndAProcessForEach() {
        places("vib", "kept", "folder " + A, "folder " + B, "script /etc/init.d/opensm");
        runs(SM + " -g 0x2c90300000021 -p 2", SM + " -g 0002c90300000011 -p 1");
        List<OpensmInstance> both = observed().instances();
        assertThat(both)
                .extracting(i -> i.process().map(OpensmProcess::pid).orElse(0))
                .containsExactly(31, 30);
        assertThat(both)
                .extracting(OpensmInstance::port)
                .containsExactly(
                        Optional.of(new PortGuid(0x2c90300000011L)), Optional.of(new PortGuid(0x2c90300000021L)));
        assertThat(observed().doubts()).isEmpty();
    }

    @Test
    void processesThatFitNoFolderAreDoubtful() {
        places("vib", "kept", "folder " + A, "folder " + B, "script /etc/init.d/opensm");
        runs(SM + " -p 1", SM + " -g 0x0002c90300000011");
        List<OpensmInstance> all = observed().instances();
        assertThat(all).hasSize(3);
        OpensmInstance homeless = all.get(2);
        assertThat(homeless.launched()).isFalse();
        assertThat(homeless.process().map(OpensmProcess::pid)).contains(30);
        assertThat(homeless.partitions().content())
                .isEqualTo(Fact.unreadable("which folder process 30 uses cannot be told"));
        assertThat(observed().doubts())
                .containsExactly("process 30 (%s) fits none of the folders under /scratch/opensm".formatted(SM));
    }

    @Test
    void theOnlyProcessIsNotThatOfAFolderOfAnotherPort() {
        places("vib", "kept", "folder " + A, "script /etc/init.d/opensm");
        runs(SM + " -g 0x0002c90300000099");
        assertThat(observed().instances()).hasSize(2);
        runs(SM + " -p 3");
        assertThat(only().process()).isPresent();
    }

    @Test
    void anOpensmThatHasNeverRun() {
        places("vib");
        runs();
        assertThat(observed().instances()).isEmpty();
        assertThat(observed().doubts())
                .containsExactly(
                        "/scratch/opensm has no folder: they are made when OpenSM first runs",
                        "no init script names OpenSM: what starts it is not known");
    }

    @Test
    void foldersOfAVibThatIsGone() {
        places("kept", "folder " + A);
        runs();
        assertThat(observed().doubts().getFirst()).contains("there is no /opt/opensm");
    }

    @Test
    void noneAtAll() {
        places("");
        runs();
        assertThat(opensm()).isEqualTo(Fact.absent());
    }

    @Test
    void whatCannotBeAskedIsUnreadable() {
        places("");
        host.scriptEnds("ps -c", 1, "ps: cannot allocate memory\n");
        assertThat(opensm()).isEqualTo(Fact.unreadable("the processes cannot be listed: ps: cannot allocate memory"));
        runs();
        host.scriptEnds("/opt/opensm", 2, "out of memory\n");
        assertThat(opensm()).isEqualTo(Fact.unreadable("whether OpenSM is installed cannot be told: out of memory"));
    }

    @Test
    void startedByLocalSh() {
        places("vib", "kept", "folder " + A, "local");
        assertThat(observed().launcher().enabled()).isEqualTo(Fact.known(true));
        assertThat(observed().launcher().script()).isEmpty();
    }

    @Test
    void saysWhetherScratchIsKept() {
        host.scratch("/tmp/scratch");
        assertThat(observed().doubts())
                .containsExactly(
                        "/scratch is not persistent (/tmp/scratch): its files are gone with the next start of the host");
        host.scratch("/scratch");
        assertThat(observed().doubts().getFirst()).startsWith("/scratch is not persistent (/scratch)");
        host.scratch("/somewhere");
        assertThat(observed().doubts())
                .containsExactly("whether /scratch is persistent cannot be told: it leads to /somewhere");
        host.scratch("");
        assertThat(observed().doubts()).containsExactly("there is no /scratch");
    }

    @Test
    void severalVersions() {
        places("vib", "kept", "folder " + A, "script /etc/init.d/opensm", "version 3.3.15", "version 3.3.16");
        assertThat(observed().version()).isEqualTo(Fact.unreadable("several are installed: 3.3.15, 3.3.16"));
    }
}
