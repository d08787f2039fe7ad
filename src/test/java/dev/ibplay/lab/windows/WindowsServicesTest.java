package dev.ibplay.lab.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Outcome;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.PKey;
import dev.ibplay.lab.fabric.Join;
import dev.ibplay.lab.layout.LeafSpine;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** OpenSM as a service: it joins the fabric as a subnet manager, and Windows' own error codes come through. */
class WindowsServicesTest {
    private static final String CONF = "C:\\SM\\opensm.conf";
    private static final String PARTITIONS = "C:\\SM\\parts new.conf";
    private static final PortRef OWN = new PortRef(LeafSpine.adapter(0, 1), 1);
    private static final PortRef PEER = new PortRef(LeafSpine.adapter(0, 0), 1);

    private static WindowsLab lab(String options, int start) throws Exception {
        String image = "\"%s\\opensm.exe\" %s".formatted(WindowsHost.Stack.WINOF.tools(), options);
        var opensm = new WindowsHost.Opensm(
                "OpenSM",
                image,
                start,
                Map.of(
                        CONF,
                        Bytes.ofUtf8("sm_priority 1\r\nsweep_interval 5\r\n"),
                        PARTITIONS,
                        Bytes.ofUtf8("Default=0x7fff,ipoib,mtu=3:ALL=full,SELF=full;\r\n")));
        return new WindowsLab(
                WindowsLab.host(
                        WindowsRelease.SERVER_2012_R2, Language.ENGLISH, Optional.of(opensm), WindowsHost.Traits.USUAL),
                5);
    }

    private static String options(String more) {
        return "--service -F \"%s\" -P \"%s\"%s".formatted(CONF, PARTITIONS, more);
    }

    @Test
    void aHigherPriorityOnTheCommandLineMakesItMaster() throws Exception {
        try (WindowsLab lab = lab(options(" -p 9"), WindowsHost.Opensm.BY_HAND)) {
            assertThat(lab.fabric().isMaster(PEER)).isTrue();
            assertThat(lab.told("sc", "query", "OpenSM")).contains("        STATE              : 1  STOPPED");
            assertThat(lab.told("net.exe", "start", "OpenSM")).contains("was started successfully");
            lab.await(() -> lab.fabric().isMaster(OWN));
            assertThat(lab.told("sc", "query", "OpenSM")).contains("        STATE              : 4  RUNNING");
            lab.await(() -> lab.fabric().join(PEER, PKey.DEFAULT.asFullMember()) instanceof Join.Joined joined
                    && joined.mtu().bytes() == 1024);
            assertThat(lab.told("net.exe", "stop", "OpenSM", "/y")).contains("was stopped successfully");
            assertThat(lab.fabric().view(OWN).runsSm()).isFalse();
            lab.await(() -> lab.fabric().isMaster(PEER));
        }
    }

    /** opensm.conf gives the priority, and 129 has it read again. */
    @Test
    void control129ReadsTheFilesAgain() throws Exception {
        try (WindowsLab lab = lab(options(""), WindowsHost.Opensm.AUTOMATIC)) {
            lab.await(() -> lab.fabric().view(OWN).runsSm());
            assertThat(lab.fabric().isMaster(PEER)).isTrue();
            assertThat(lab.answer(new ReplaceFile(
                            CONF,
                            Optional.of(Bytes.ofUtf8("sm_priority 1\r\nsweep_interval 5\r\n")),
                            Bytes.ofUtf8("sm_priority 7\r\nsweep_interval 5\r\n"),
                            0644)))
                    .isEqualTo(new Outcome.Done());
            assertThat(lab.run("sc.exe", "control", "OpenSM", "129").status()).isZero();
            lab.await(() -> lab.fabric().isMaster(OWN));
            assertThat(lab.run("sc.exe", "control", "OpenSM", "200").status()).isEqualTo(1052);
        }
    }

    @Test
    void errorsAreWindowsOwn() throws Exception {
        try (WindowsLab lab = lab(options(""), WindowsHost.Opensm.DISABLED)) {
            assertThat(lab.run("sc", "query", "Nothing").status()).isEqualTo(1060);
            assertThat(lab.run("sc", "start", "OpenSM").status()).isEqualTo(1058);
            assertThat(lab.run("net", "start", "OpenSM").status()).isEqualTo(2);
            assertThat(lab.run("sc", "stop", "OpenSM").status()).isEqualTo(1062);
            assertThat(lab.run("sc.exe", "config", "OpenSM", "start=auto").status())
                    .isNotZero();
            assertThat(lab.told("sc.exe", "config", "OpenSM", "start=", "auto")).contains("SUCCESS");
            String line = "\"C:\\Program Files\\Mellanox\\MLNX_VPI\\IB\\Tools\\opensm.exe\" --service -p 8 -P \"%s\""
                    .formatted(PARTITIONS);
            lab.told(
                    "reg.exe",
                    "add",
                    WindowsLab.SERVICE_KEY,
                    "/v",
                    "ImagePath",
                    "/t",
                    "REG_EXPAND_SZ",
                    "/d",
                    line,
                    "/f");
            assertThat(lab.told("reg.exe", "query", WindowsLab.SERVICE_KEY, "/v", "ImagePath"))
                    .contains("    ImagePath    REG_EXPAND_SZ    " + line);
            assertThat(lab.run("sc", "start", "OpenSM").status()).isZero();
            assertThat(lab.run("sc", "start", "OpenSM").status()).isEqualTo(1056);
            lab.await(() -> lab.fabric().isMaster(OWN));
            lab.reboot();
            lab.await(() -> lab.fabric().isMaster(OWN));
        }
    }
}
