package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactsCommandTest {
    @TempDir
    private Path folder;

    private String inventory(String text) throws IOException {
        return Files.writeString(folder.resolve("hosts.ini"), text).toString();
    }

    /** One where nobody listens. */
    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void endsWith4WhereAHostIsUnreachable() throws IOException {
        String hosts =
                inventory("gone ansible_host=127.0.0.1 ansible_port=%d ansible_user=nobody\n".formatted(closedPort()));
        CommandLineRun run = CommandLineRun.of("facts", "-i", hosts, "--format", "json");
        assertThat(run.stderr()).startsWith("gone: error[IB601]: ").contains("while: read the host's facts");
        assertThat(run.exitCode()).isEqualTo(4);
        JsonNode document = JsonMapper.builder().build().readTree(run.stdout());
        assertThat(document.get("exit_code").asInt()).isEqualTo(4);
        assertThat(document.get("hosts").get(0).get("status").asText()).isEqualTo("unreachable");
    }

    @Test
    void leavesOutHostsThatItHasNoWayTo() throws IOException {
        String hosts = inventory("win1 ansible_connection=winrm\nsw1 ansible_connection=network_cli\n");
        CommandLineRun run = CommandLineRun.of("facts", "-i", hosts);
        assertThat(run.stderr())
                .contains("win1: warning[IB404]: win1 is to be reached by \"winrm\"")
                .contains("sw1: warning[IB404]: sw1 is to be reached by \"network_cli\"");
        assertThat(run.stdout()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(6);
    }

    @Test
    void asksOnlyHostsThatMatch() throws IOException {
        String hosts = inventory("win1 ansible_connection=winrm\nwin2 ansible_connection=winrm\n");
        CommandLineRun run = CommandLineRun.of("facts", "win2", "-i", hosts);
        assertThat(run.stderr()).contains("win2:").doesNotContain("win1");
    }

    @Test
    void refusesWhatMakesNoSense() throws IOException {
        String hosts = inventory("a\n");
        CommandLineRun unknown = CommandLineRun.of("facts", "nosuch", "-i", hosts);
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.stderr()).contains("IB211");
        CommandLineRun both = CommandLineRun.of("facts", "a", "--from-output", hosts);
        assertThat(both.exitCode()).isEqualTo(1);
        assertThat(both.stderr()).contains("--from-output asks no host, so that \"a\" makes no sense");
        CommandLineRun alone = CommandLineRun.of("facts", "--as", "sminfo");
        assertThat(alone.exitCode()).isEqualTo(1);
        assertThat(alone.stderr()).contains("--as is for --from-output only");
    }
}
