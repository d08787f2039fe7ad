package dev.ibplay.facts.linux;

import static dev.ibplay.facts.linux.RecordedOpensm.GUID1;
import static dev.ibplay.facts.linux.RecordedOpensm.GUID2;
import static dev.ibplay.facts.linux.RecordedOpensm.instances;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.OpensmLauncher.Kind;
import dev.ibplay.facts.OpensmObserved;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** OpenSM where no launcher matters: by hand, UFM, old, not there, not readable. */
class OpensmProbeTest {
    private static final String SESSION = "/user.slice/user-0.slice/session-3.scope";
    private final RecordedOpensm host = new RecordedOpensm();

    @Test
    void notInstalled() {
        assertThat(host.notFound("opensm.service").found()).isEqualTo(Fact.absent());
        assertThat(host.batches).isEqualTo(1);
    }

    @Test
    void processesThatCannotBeListedAreNotNone() {
        List<Outcome> outcomes = new ArrayList<>(
                Collections.nCopies(new OpensmProbe().operations().size(), new Outcome.FileAbsent()));
        outcomes.set(0, new Outcome.OperationFailed("EACCES", "permission denied"));
        assertThat(new OpensmProbe().parse(outcomes).opensm())
                .isEqualTo(Fact.unreadable("the processes cannot be listed: permission denied"));
    }

    @Test
    void programsThatCannotBeAskedAreNotNone() {
        host.host.answers("sh -c for b in", new Outcome.OperationFailed("EACCES", "permission denied"));
        assertThat(host.host.ask(new OpensmProbe()).opensm())
                .isEqualTo(Fact.unreadable("whether opensm is installed cannot be told: permission denied"));
    }

    @Test
    void installedAndNeverStarted() {
        OpensmObserved opensm = host.installed("/etc/opensm").systemd().opensm();
        assertThat(opensm.version()).isEqualTo(Fact.known("3.3.23"));
        assertThat(instances(opensm))
                .containsExactly("(/etc/opensm/opensm.conf) (/etc/opensm/partitions.conf) port - process - unit -");
    }

    @Test
    void byHandWithFilesOfItsOwn() {
        OpensmObserved opensm = host.installed("/etc/opensm")
                .process(812, SESSION, "opensm", "-F", "/srv/sm.conf", "--Pconfig=/srv/parts.conf", "-g2c903000e0b72")
                .file("/srv/sm.conf", "sm_priority 3")
                .file("/srv/parts.conf", "Default=0x7fff : ALL;")
                .opensm();
        assertThat(opensm.launcher().kind()).isEqualTo(Kind.BY_HAND);
        assertThat(instances(opensm))
                .containsExactly("/srv/sm.conf /srv/parts.conf port " + GUID1 + " process 812 unit - by itself");
        assertThat(host.batches).isEqualTo(2);
    }

    @Test
    void theConfNamesPartitionsAndPort() {
        host.installed("/etc/opensm")
                .process(812, SESSION, "opensm")
                .file(
                        "/etc/opensm/opensm.conf",
                        "partition_config_file /etc/opensm/./storage.conf",
                        "guid 0x0002c903000e0b73")
                .file("/etc/opensm/storage.conf", "");
        assertThat(instances(host.opensm()))
                .containsExactly("/etc/opensm/opensm.conf /etc/opensm/storage.conf port " + GUID2
                        + " process 812 unit - by itself");
        assertThat(host.batches).isEqualTo(2);
    }

    @Test
    void argumentsWinOverTheConf() {
        host.installed("/etc/opensm")
                .process(812, SESSION, "opensm", "-g", GUID1, "-P", "/etc/opensm/partitions.conf")
                .file("/etc/opensm/opensm.conf", "partition_config_file /srv/p", "guid " + GUID2);
        assertThat(instances(host.opensm()))
                .containsExactly("/etc/opensm/opensm.conf (/etc/opensm/partitions.conf) port " + GUID1
                        + " process 812 unit - by itself");
        assertThat(host.batches).isEqualTo(1);
    }

    @Test
    void relativePathsStartWhereTheProcessIs() {
        host.installed("/etc/opensm")
                .process(812, SESSION, "opensm", "-F", "sm.conf")
                .place("folder /srv")
                .file("/srv/sm.conf", "partition_config_file parts.conf")
                .file("/srv/parts.conf", "");
        assertThat(instances(host.opensm()))
                .containsExactly("/srv/sm.conf /srv/parts.conf port - process 812 unit - by itself");
        assertThat(host.batches).isEqualTo(3);
    }

    @Test
    void aDaemonHasLeftItsFolder() {
        host.installed("/etc/opensm").process(812, SESSION, "opensm", "-B", "-F", "sm.conf");
        assertThat(instances(host.opensm()).getFirst())
                .startsWith("opensm.conf[-F sm.conf of a daemon is relative to a folder that it has left] ");
    }

    @Test
    void inAContainerPathsMeanOtherFiles() {
        host.installed("/etc/opensm")
                .process(812, "/system.slice/docker-77.scope", "/usr/sbin/opensm")
                .place("contained")
                .file("/etc/opensm/opensm.conf", "sm_priority 3");
        assertThat(instances(host.opensm()).getFirst())
                .startsWith("opensm.conf[process 812 runs in a container, where paths mean other files] ");
    }

    @Test
    void aScriptNamedOpensmIsNone() {
        host.host.process(700, "opensm", "/bin/bash", "/usr/sbin/opensm");
        assertThat(instances(host.installed("/etc/opensm").opensm()).getFirst()).contains("process - ");
    }

    @Test
    void aFileThatCannotBeReadIsNotAbsent() {
        host.installed("/etc/opensm").process(812, SESSION, "opensm").unreadable("/etc/opensm/opensm.conf");
        assertThat(instances(host.opensm()))
                .containsExactly("/etc/opensm/opensm.conf[permission denied] /etc/opensm/partitions.conf["
                        + "opensm.conf, which may name another file, cannot be read: permission denied]"
                        + " port - process 812 unit - by itself");
    }

    @Test
    void twoPlacesAndAProgramThatDoesNotTell() {
        host.process(812, SESSION, "/opt/sm/opensm")
                .file("/etc/opensm/opensm.conf", "")
                .file("/etc/rdma/opensm.conf", "");
        assertThat(instances(host.opensm()).getFirst())
                .startsWith("opensm.conf[where this OpenSM looks for opensm.conf cannot be told] ");
    }

    @Test
    void onePlaceAndAProgramThatDoesNotTell() {
        host.process(812, SESSION, "/opt/sm/opensm").file("/etc/rdma/opensm.conf", "");
        assertThat(instances(host.opensm()).getFirst())
                .startsWith("/etc/rdma/opensm.conf (/etc/rdma/partitions.conf) ");
    }

    @Test
    void ufm() {
        OpensmObserved opensm = host.installed("/opt/ufm/opensm/sbin/opensm", "5.17.0.MLNX20230613", "/etc/opensm")
                .process(
                        4100,
                        "/system.slice/ufm-enterprise.service",
                        "/opt/ufm/opensm/sbin/opensm",
                        "--config",
                        "/opt/ufm/files/conf/opensm/opensm.conf")
                .notFound("opensm.service")
                .notFound("ufm-enterprise.service")
                .file("/opt/ufm/files/conf/opensm/opensm.conf", "partition_config_file (null)")
                .file("/etc/opensm/opensm.conf", "")
                .opensm();
        assertThat(opensm.launcher().kind()).isEqualTo(Kind.UFM);
        assertThat(opensm.version()).isEqualTo(Fact.known("5.17.0.MLNX20230613"));
        assertThat(instances(opensm))
                .containsExactly("/opt/ufm/files/conf/opensm/opensm.conf (/etc/opensm/partitions.conf)"
                        + " port - process 4100 unit -");
    }

    @Test
    void ufmInStandbyRunsNone() {
        OpensmObserved opensm = host.file("/opt/ufm/files/conf/opensm/opensm.conf", "sm_priority 15")
                .file("/opt/ufm/files/conf/opensm/partitions.conf", "")
                .opensm();
        assertThat(opensm.launcher().kind()).isEqualTo(Kind.UFM);
        assertThat(instances(opensm))
                .containsExactly("/opt/ufm/files/conf/opensm/opensm.conf /opt/ufm/files/conf/opensm/partitions.conf"
                        + " port - process - unit -");
    }

    @Test
    void veryOldOnesAreNotSupported() {
        assertThat(host.file("/etc/opensm-partitions.conf", "").found())
                .isEqualTo(Fact.unreadable("/etc/opensm-partitions.conf is a file of an OpenSM of before 3.2.2, which"
                        + " has no opensm.conf and is not supported"));
        assertThat(new RecordedOpensm()
                        .installed("/usr/sbin/opensm", "3.1.11", "/etc")
                        .found())
                .isEqualTo(Fact.unreadable("OpenSM 3.1.11 is not supported: before 3.2.2 it has no opensm.conf"));
    }

    @Test
    void whatAnOldOneLeftDoesNotMatter() {
        host.installed("/etc/opensm").file("/var/cache/osm/opensm.opts", "");
        assertThat(host.opensm().doubts()).isEmpty();
    }

    @Test
    void twoForOnePort() {
        OpensmObserved opensm = host.installed("/etc/opensm")
                .process(812, SESSION, "opensm", "-g", GUID1)
                .process(813, SESSION, "opensm", "--guid=" + GUID1)
                .opensm();
        assertThat(opensm.doubts())
                .containsExactly("2 OpenSMs are told to run on port " + GUID1 + ": process 812, process 813");
    }

    @Test
    void twoForTheFirstActivePort() {
        OpensmObserved opensm = host.installed("/etc/opensm")
                .process(812, SESSION, "opensm")
                .process(813, SESSION, "opensm", "-g", "mlx5_0")
                .opensm();
        assertThat(opensm.doubts())
                .containsExactly(
                        "2 OpenSMs run that are told no port and take the first Active one: process 812, process 813",
                        "process 813 is told a port that is no GUID: mlx5_0");
    }
}
