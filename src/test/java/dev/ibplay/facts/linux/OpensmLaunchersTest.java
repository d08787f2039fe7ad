package dev.ibplay.facts.linux;

import static dev.ibplay.facts.linux.RecordedOpensm.GUID1;
import static dev.ibplay.facts.linux.RecordedOpensm.GUID2;
import static dev.ibplay.facts.linux.RecordedOpensm.instances;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmLauncher.Kind;
import dev.ibplay.facts.OpensmObserved;
import org.junit.jupiter.api.Test;

/** OpenSM as distributions start it. */
class OpensmLaunchersTest {
    private static final String DEBIANS_START =
            "/bin/sh -c if test \"$PORTS\" = ALL; then PORTS=$(/usr/sbin/ibstat -p); fi; systemctl start"
                    + " $(echo $PORTS | sed -r \"s/(\\\\w+)/opensm@\\\\1.service/g\")";
    private static final String DEBIAN_FILES = "(/etc/opensm/opensm.conf) (/etc/opensm/partitions.conf)";
    private static final String RHEL_FILES = "/etc/rdma/opensm.conf (/etc/rdma/partitions.conf)";
    private static final String OPENSM_GROUP = "/system.slice/opensm.service";

    private final RecordedOpensm host = new RecordedOpensm();

    private void debian(String state) {
        host.installed("/etc/opensm")
                .unit(
                        "opensm.service",
                        state,
                        "enabled",
                        DEBIANS_START,
                        "FragmentPath=/lib/systemd/system/opensm.service",
                        "EnvironmentFiles=/etc/default/opensm (ignore_errors=no)")
                .notFound("opensmd.service")
                .file("/lib/systemd/system/opensm.service", "[Service]")
                .file("/lib/systemd/system/opensm@.service", "[Service]")
                .file("/etc/systemd/system/opensm@.service.d/site.conf", "[Service]");
    }

    private void debianInstance(String guid, int pid) {
        host.unit(
                "opensm@" + guid + ".service",
                pid > 0 ? "active" : "failed",
                "static",
                "/usr/sbin/opensm --guid " + guid + " --log_file /var/log/opensm." + guid + ".log",
                "FragmentPath=/lib/systemd/system/opensm@.service",
                "DropInPaths=/etc/systemd/system/opensm@.service.d/site.conf");
        if (pid > 0) {
            host.process(
                    pid,
                    "/system.slice/system-opensm.slice/opensm@" + guid + ".service",
                    "/usr/sbin/opensm",
                    "--guid",
                    guid,
                    "--log_file",
                    "/var/log/opensm." + guid + ".log");
        }
    }

    private static String debianLine(String guid, String process) {
        return "%s port %s process %s unit opensm@%s.service".formatted(DEBIAN_FILES, guid, process, guid);
    }

    @Test
    void debianWithOnePort() {
        debian("active");
        debianInstance(GUID1, 812);
        OpensmObserved opensm = host.file("/etc/default/opensm", "PORTS=ALL").opensm();

        OpensmLauncher launcher = opensm.launcher();
        assertThat(launcher.kind()).isEqualTo(Kind.TEMPLATE_UNITS);
        assertThat(launcher.unit()).contains("opensm.service");
        assertThat(launcher.enabled()).isEqualTo(Fact.known(true));
        assertThat(launcher.variables().map(FileObserved::path)).contains("/etc/default/opensm");
        assertThat(launcher.units())
                .extracting(FileObserved::path)
                .containsExactly(
                        "/lib/systemd/system/opensm.service",
                        "/lib/systemd/system/opensm@.service",
                        "/etc/systemd/system/opensm@.service.d/site.conf");
        assertThat(instances(opensm)).containsExactly(debianLine(GUID1, "812"));
        assertThat(opensm.doubts()).isEmpty();
        assertThat(host.batches).isEqualTo(1);
    }

    @Test
    void debianWithTwoPorts() {
        debian("active");
        debianInstance(GUID1, 812);
        debianInstance(GUID2, 815);
        OpensmObserved opensm = host.file("/etc/default/opensm", "PORTS=ALL").opensm();
        assertThat(instances(opensm)).containsExactly(debianLine(GUID1, "812"), debianLine(GUID2, "815"));
        assertThat(opensm.doubts()).isEmpty();
    }

    @Test
    void debianWithOneOfTwoDead() {
        debian("active");
        debianInstance(GUID1, 812);
        debianInstance(GUID2, 0);
        assertThat(instances(host.file("/etc/default/opensm", "PORTS=ALL").opensm()))
                .containsExactly(debianLine(GUID1, "812"), debianLine(GUID2, "-"));
    }

    @Test
    void debianSetUpAndStopped() {
        debian("inactive");
        host.file("/etc/default/opensm", "PORTS=\"" + GUID1 + " " + GUID2 + "\"");
        OpensmObserved opensm = host.opensm();
        assertThat(instances(opensm)).containsExactly(debianLine(GUID1, "-"), debianLine(GUID2, "-"));
        assertThat(host.batches)
                .as("units that systemd has not loaded are asked for")
                .isEqualTo(2);
        assertThat(opensm.launcher().units())
                .extracting(FileObserved::path)
                .containsExactly(
                        "/lib/systemd/system/opensm.service",
                        "/lib/systemd/system/opensm@.service",
                        "/etc/systemd/system/opensm@.service.d/site.conf");
    }

    @Test
    void debianSwitchedOff() {
        debian("inactive");
        OpensmObserved opensm = host.file("/etc/default/opensm", "PORTS=NONE").opensm();
        assertThat(instances(opensm)).containsExactly(DEBIAN_FILES + " port - process - unit opensm.service");
        assertThat(opensm.doubts()).containsExactly("PORTS=NONE in /etc/default/opensm keeps OpenSM from starting");
    }

    private void rhel(String state) {
        host.installed("/etc/rdma")
                .unit(
                        "opensm.service",
                        state,
                        "enabled",
                        "/usr/libexec/opensm-launch",
                        "FragmentPath=/usr/lib/systemd/system/opensm.service")
                .notFound("opensmd.service")
                .file("/usr/lib/systemd/system/opensm.service", "[Service]", "Type=forking")
                .file("/etc/rdma/opensm.conf", "guid 0x0000000000000000", "sm_priority 0");
        // Its own process, and the subshells that wait for each opensm.
        host.host.process(800, "opensm-launch", "/bin/bash", "/usr/libexec/opensm-launch");
    }

    @Test
    void rhelPlain() {
        rhel("active");
        OpensmObserved opensm = host.process(812, OPENSM_GROUP, "/usr/sbin/opensm", "-p", "5")
                .file("/etc/sysconfig/opensm", "PRIORITY=5", "#GUIDS=")
                .opensm();
        assertThat(opensm.launcher().kind()).isEqualTo(Kind.RESPAWNING);
        assertThat(opensm.launcher().variables().map(FileObserved::path)).contains("/etc/sysconfig/opensm");
        assertThat(opensm.launcher().units())
                .extracting(FileObserved::path)
                .containsExactly("/usr/lib/systemd/system/opensm.service");
        assertThat(instances(opensm)).containsExactly(RHEL_FILES + " port - process 812 unit opensm.service");
        assertThat(opensm.doubts()).isEmpty();
        assertThat(host.batches).isEqualTo(1);
    }

    @Test
    void rhelWithTwoGuids() {
        rhel("active");
        host.process(812, OPENSM_GROUP, "/usr/sbin/opensm", "-g", GUID1, "--subnet_prefix", "0xfe80000000000000")
                .file("/etc/sysconfig/opensm", "GUIDS=\"" + GUID1 + " " + GUID2 + "\"");
        OpensmObserved opensm = host.opensm();
        assertThat(instances(opensm))
                .as("the second one waits to be started again")
                .containsExactly(
                        RHEL_FILES + " port " + GUID1 + " process 812 unit opensm.service",
                        RHEL_FILES + " port " + GUID2 + " process - unit opensm.service");
    }

    @Test
    void rhelWithNumberedConfs() {
        rhel("active");
        OpensmObserved opensm = host.file("/etc/rdma/opensm.conf.1", "guid " + GUID1)
                .file("/etc/rdma/opensm.conf.2", "guid " + GUID2, "partition_config_file /etc/rdma/partitions.2")
                .file("/etc/rdma/opensm.conf.rpmnew", "")
                .file("/etc/rdma/partitions.2", "")
                .process(812, OPENSM_GROUP, "/usr/sbin/opensm", "-F", "/etc/rdma/opensm.conf.1")
                .process(815, OPENSM_GROUP, "/usr/sbin/opensm", "-F", "/etc/rdma/opensm.conf.2")
                .opensm();
        assertThat(instances(opensm))
                .containsExactly(
                        "/etc/rdma/opensm.conf.1 (/etc/rdma/partitions.conf) port " + GUID1
                                + " process 812 unit opensm.service",
                        "/etc/rdma/opensm.conf.2 /etc/rdma/partitions.2 port " + GUID2
                                + " process 815 unit opensm.service");
        assertThat(opensm.instances())
                .as("a pattern finds them, and does not tell when they were modified")
                .allMatch(instance -> instance.conf().modifiedSeconds() == 7);
    }

    @Test
    void aLauncherThatIsActiveWithoutOpensm() {
        rhel("active");
        OpensmObserved opensm = host.opensm();
        assertThat(instances(opensm)).containsExactly(RHEL_FILES + " port - process - unit opensm.service");
        assertThat(opensm.doubts()).containsExactly("opensm.service is active, but no opensm of it runs");
    }

    @Test
    void variablesThatCannotBeTold() {
        rhel("active");
        host.process(812, OPENSM_GROUP, "/usr/sbin/opensm").unreadable("/etc/sysconfig/opensm");
        OpensmObserved opensm = host.opensm();
        assertThat(opensm.doubts()).containsExactly("/etc/sysconfig/opensm cannot be read: permission denied");
        assertThat(instances(opensm)).hasSize(1);
    }

    @Test
    void slesReadsNumberedConfsWhereItsScriptSays() {
        OpensmObserved opensm = host.installed("/etc/opensm")
                .unit("opensm.service", "inactive", "disabled", "/usr/lib/opensm-launch")
                .file("/usr/lib/opensm-launch", "for conf in /etc/rdma/opensm.conf.[0-9]*; do")
                .file("/etc/opensm.conf", "PRIORITY=\"\"", "GUIDS=\"\"")
                .file("/etc/sysconfig/opensm", "PRIORITY=\"\"", "GUIDS=\"\"")
                .file("/etc/rdma/opensm.conf.1", "guid " + GUID1)
                .opensm();
        assertThat(opensm.launcher().kind()).isEqualTo(Kind.RESPAWNING);
        assertThat(opensm.launcher().enabled()).isEqualTo(Fact.known(false));
        assertThat(instances(opensm))
                .containsExactly("/etc/rdma/opensm.conf.1 (/etc/opensm/partitions.conf) port " + GUID1
                        + " process - unit opensm.service");
    }

    @Test
    void mlnxOfedWithSystemd() {
        OpensmObserved opensm = host.installed("/usr/sbin/opensm", "5.21.0.MLNX20240627.a5ad32b", "/etc/opensm")
                .notFound("opensm.service")
                .unit(
                        "opensmd.service",
                        "active",
                        "generated",
                        "/etc/init.d/opensmd start",
                        "FragmentPath=/run/systemd/generator.late/opensmd.service",
                        "SourcePath=/etc/init.d/opensmd")
                .file("/etc/init.d/opensmd", "#!/bin/bash")
                .file("/etc/rc3.d/S15opensmd", "#!/bin/bash")
                .file("/run/systemd/generator.late/opensmd.service", "[Service]")
                .process(900, "/system.slice/opensmd.service", "/usr/sbin/opensm", "--daemon")
                .opensm();
        assertThat(opensm.launcher().kind()).isEqualTo(Kind.OPENSMD);
        assertThat(opensm.launcher().unit()).contains("opensmd.service");
        assertThat(opensm.launcher().enabled()).isEqualTo(Fact.known(true));
        assertThat(opensm.version()).isEqualTo(Fact.known("5.21.0.MLNX20240627.a5ad32b"));
        assertThat(instances(opensm)).containsExactly(DEBIAN_FILES + " port - process 900 unit opensmd.service");
        assertThat(host.batches).isEqualTo(1);
    }

    @Test
    void mlnxOfedWithoutSystemd() {
        OpensmObserved opensm = host.installed("/etc/opensm")
                .file("/etc/init.d/opensmd", "#!/bin/bash")
                .file("/etc/rc.d/rc3.d/S15opensmd", "#!/bin/bash")
                .file("/var/run/opensm.pid", "900")
                .process(900, "/", "/usr/sbin/opensm", "-g", GUID1)
                .process(901, "/", "/usr/sbin/opensm", "-g", GUID2)
                .opensm();
        assertThat(opensm.launcher().kind()).isEqualTo(Kind.OPENSMD);
        assertThat(opensm.launcher().script()).contains("/etc/init.d/opensmd");
        assertThat(opensm.launcher().unit()).isEmpty();
        assertThat(opensm.launcher().enabled()).isEqualTo(Fact.known(true));
        assertThat(instances(opensm))
                .containsExactly(
                        DEBIAN_FILES + " port " + GUID1 + " process 900 unit -",
                        DEBIAN_FILES + " port " + GUID2 + " process 901 unit - by itself");
    }

    @Test
    void upstreamsScriptWithOptions() {
        OpensmObserved opensm = host.installed("/etc/opensm")
                .file("/etc/init.d/opensmd", "#!/bin/bash")
                .file("/etc/sysconfig/opensm", "OPTIONS=\"-p 3 -F /srv/sm.conf\"")
                .file("/srv/sm.conf", "")
                .opensm();
        assertThat(opensm.launcher().enabled()).isEqualTo(Fact.known(false));
        assertThat(instances(opensm))
                .containsExactly("/srv/sm.conf (/etc/opensm/partitions.conf) port - process - unit -");
        assertThat(host.batches).isEqualTo(2);
    }

    @Test
    void debianWithoutSystemd() {
        OpensmObserved opensm = host.installed("/etc/opensm")
                .file("/etc/init.d/opensm", "#!/bin/sh")
                .file("/etc/default/opensm", "PORTS=\"" + GUID1 + " " + GUID2 + "\"")
                .process(900, "/", "/usr/sbin/opensm", "-g", GUID1, "-f", "/var/log/opensm." + GUID1 + ".log")
                .opensm();
        assertThat(opensm.launcher().kind()).isEqualTo(Kind.UNIT);
        assertThat(opensm.launcher().script()).contains("/etc/init.d/opensm");
        assertThat(instances(opensm))
                .containsExactly(
                        DEBIAN_FILES + " port " + GUID1 + " process 900 unit -",
                        DEBIAN_FILES + " port " + GUID2 + " process - unit -");
    }

    @Test
    void aUnitOfTheSite() {
        OpensmObserved opensm = host.installed("/etc/opensm")
                .notFound("opensm.service")
                .unit(
                        "storage-sm.service",
                        "active",
                        "enabled",
                        "/usr/sbin/opensm -F /srv/sm.conf $EXTRA",
                        "FragmentPath=/etc/systemd/system/storage-sm.service",
                        "EnvironmentFiles=/etc/storage-sm (ignore_errors=no)")
                .file("/etc/systemd/system/storage-sm.service", "[Service]")
                .file("/etc/storage-sm", "EXTRA=\"-p 3\"")
                .file("/srv/sm.conf", "")
                .process(77, "/system.slice/storage-sm.service", "/usr/sbin/opensm", "-F", "/srv/sm.conf", "-p", "3")
                .opensm();
        assertThat(opensm.launcher().kind()).isEqualTo(Kind.UNIT);
        assertThat(opensm.launcher().variables().map(FileObserved::path)).contains("/etc/storage-sm");
        assertThat(instances(opensm))
                .containsExactly(
                        "/srv/sm.conf (/etc/opensm/partitions.conf) port - process 77 unit storage-sm.service");
    }

    @Test
    void startedOverSshBesideALauncher() {
        rhel("inactive");
        host.unit("ssh.service", "active", "enabled", "/usr/sbin/sshd -D")
                .process(77, "/system.slice/ssh.service", "opensm", "-B");
        assertThat(instances(host.opensm()))
                .containsExactly(
                        RHEL_FILES + " port - process 77 unit - by itself",
                        RHEL_FILES + " port - process - unit opensm.service");
    }

    @Test
    void twoLaunchersAtBoot() {
        rhel("active");
        host.unit("opensmd.service", "inactive", "enabled", "/etc/init.d/opensmd start")
                .process(812, OPENSM_GROUP, "/usr/sbin/opensm");
        assertThat(host.opensm().doubts())
                .containsExactly("opensm.service and opensmd.service both start OpenSM with the host");
    }

    @Test
    void aSystemdThatDoesNotAnswer() {
        OpensmObserved opensm = host.installed("/etc/opensm")
                .systemd()
                .process(812, "/system.slice/opensm.service", "/usr/sbin/opensm")
                .opensm();
        assertThat(opensm.launcher().kind()).isEqualTo(Kind.BY_HAND);
        assertThat(opensm.doubts())
                .containsExactly(
                        "what starts OpenSM cannot be told, since systemctl does not answer: there is no systemctl");
    }
}
