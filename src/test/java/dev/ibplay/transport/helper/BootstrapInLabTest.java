package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.lab.PipedConnection;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.programs.Uname;
import dev.ibplay.lab.shell.LabShell;
import dev.ibplay.lab.time.ManualClock;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The line that starts the helper, in the lab's shell. */
class BootstrapInLabTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Marker MARKER = new Marker("0011", "2233");

    private final Machine machine = LabShell.machine(new ManualClock());
    private final HelperBinary binary = HelperBinary.of("x86_64", content());

    private String errors = "";

    private static Bytes content() {
        byte[] random = new byte[60_000];
        new Random(7).nextBytes(random);
        return Bytes.of(random);
    }

    private void teach() {
        machine.knows(binary.sha256(), call -> {
            boolean tests =
                    call.arguments().size() > 1 && call.arguments().get(1).equals("-t");
            if (!tests) {
                String name = call.process().comm() + " " + call.arguments().size();
                call.stdout().write(name.getBytes(StandardCharsets.UTF_8));
            }
            return tests ? 0 : 5;
        });
    }

    /** What the far end said, with the program sent when it asked. */
    private String start(Account account, int status) throws IOException, TransportException {
        try (Channel channel =
                new PipedConnection(machine, account).start(Bootstrap.automatic(MARKER, List.of(binary)))) {
            StringBuilder said = new StringBuilder();
            InputStream out = channel.stdout();
            for (int c = out.read(); c >= 0; c = out.read()) {
                said.append((char) c);
                if (said.toString().endsWith(" send x86_64\n")) {
                    channel.stdin().write(binary.content().toArray());
                }
            }
            errors = new String(channel.stderr().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(status));
            return said.toString();
        }
    }

    @Test
    void theProgramIsSentOnceAndKept() throws Exception {
        teach();
        String name = binary.sha256().substring(0, 15) + " 3";
        assertThat(start(Account.ROOT, 5)).isEqualTo("00112233 send x86_64\n" + name);
        String kept = "/var/lib/ibplay/helper/" + binary.sha256();
        assertThat(machine.disk().read(kept)).isEqualTo(binary.content());
        assertThat(machine.disk().stat(kept, true).mode()).isEqualTo(0700);
        assertThat(machine.disk().list("/var/lib/ibplay/helper")).hasSize(1);
        assertThat(start(Account.ROOT, 5)).isEqualTo(name);
        assertThat(errors).isEmpty();
    }

    @Test
    void otherUsersKeepItAtHome() throws Exception {
        teach();
        Account admin = new Account("admin", 1000, "/home/admin");
        machine.disk().chown("/home/admin", 1000, 1000);
        assertThat(start(admin, 5)).startsWith("00112233 send x86_64\n");
        String kept = "/home/admin/.cache/ibplay/helper/" + binary.sha256();
        assertThat(machine.disk().stat(kept, true).uid()).isEqualTo(1000);
        assertThat(start(admin, 5)).doesNotContain("send");
    }

    @Test
    void aDamagedOneIsSentAgain() throws Exception {
        teach();
        start(Account.ROOT, 5);
        machine.disk().write("/var/lib/ibplay/helper/" + binary.sha256(), Bytes.ofUtf8("cut"), 0);
        assertThat(start(Account.ROOT, 5)).startsWith("00112233 send x86_64\n");
    }

    @Test
    void aProgramThatCannotRunIsSaid() throws Exception {
        assertThat(start(Account.ROOT, 0)).endsWith("00112233 noexec\n");
    }

    @Test
    void anotherCpuIsSaid() throws Exception {
        machine.install("/usr/bin/uname", new Uname("riscv64").program());
        assertThat(start(Account.ROOT, 0)).isEqualTo("00112233 cpu Linux riscv64\n");
    }

    @Test
    void aFullDiskIsSaid() throws Exception {
        teach();
        machine.disk().limit(20_000);
        assertThat(start(Account.ROOT, 0)).isEqualTo("00112233 send x86_64\n00112233 full /var/lib/ibplay\n");
        assertThat(machine.disk().list("/var/lib/ibplay/helper")).isEmpty();
        assertThat(errors).isEqualTo("head: write error: No space left on device\n");
    }

    @Test
    void aHelperAtAPathIsStarted() throws Exception {
        String line = Bootstrap.atPath(MARKER, new HelperChoice.AtPath("/opt/helper"));
        assertThat(new String(
                        new PipedConnection(machine, Account.ROOT)
                                .start(line)
                                .stdout()
                                .readAllBytes(),
                        StandardCharsets.UTF_8))
                .isEqualTo("00112233 missing\n");
        machine.install("/opt/helper", call -> {
            call.stdout().write("here".getBytes(StandardCharsets.UTF_8));
            return 0;
        });
        assertThat(new String(
                        new PipedConnection(machine, Account.ROOT)
                                .start(line)
                                .stdout()
                                .readAllBytes(),
                        StandardCharsets.UTF_8))
                .isEqualTo("here");
    }
}
