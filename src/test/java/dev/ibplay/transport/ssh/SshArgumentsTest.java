package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SshArgumentsTest {
    private static final HomeDirectory HOME = HomeDirectory.of(Map.of("HOME", "/home/admin"));

    /** The inventory splits the text by shell rules; these are enough for the cases here. */
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|\\S)+");

    private static SshArguments parse(String text) {
        List<String> words = WORD.matcher(text)
                .results()
                .map(m -> m.group().replaceAll("['\"]", ""))
                .toList();
        return SshArguments.parse(words, HOME);
    }

    @Test
    void readsTheOptionsThatMatter() {
        SshSettings settings = parse(
                        "-p 2222 -l root -i ~/.ssh/fabric -o StrictHostKeyChecking=accept-new"
                                + " -oConnectTimeout=7 -o 'UserKnownHostsFile ~/kh1 %d/kh2' -o GlobalKnownHostsFile=none"
                                + " -o KexAlgorithms=curve25519-sha256,ecdh-sha2-nistp256 -o HostKeyAlias=leaf -o HostName=10.0.0.7")
                .settings();
        assertThat(settings.port()).contains(2222);
        assertThat(settings.user()).contains("root");
        assertThat(settings.identityFiles()).containsExactly(Path.of("/home/admin/.ssh/fabric"));
        assertThat(settings.hostKeyPolicy()).contains(HostKeyPolicy.ACCEPT_NEW);
        assertThat(settings.connectTimeout()).contains(Duration.ofSeconds(7));
        assertThat(settings.userKnownHostsFiles())
                .containsExactly(Path.of("/home/admin/kh1"), Path.of("/home/admin/kh2"));
        assertThat(settings.globalKnownHostsFiles())
                .hasValueSatisfying(f -> assertThat(f).containsExactly(Path.of("/dev/null")));
        assertThat(settings.keyExchange()).containsExactly("curve25519-sha256", "ecdh-sha2-nistp256");
        assertThat(settings.hostKeyAlias()).contains("leaf");
        assertThat(settings.hostName()).contains("10.0.0.7");
    }

    @Test
    void theFirstOfTwoCounts() {
        assertThat(parse("-o Port=22 -p 23").settings().port()).contains(22);
        SshSettings inventory = SshSettings.EMPTY.withPort(24);
        assertThat(inventory.or(parse("-p 23").settings()).port()).contains(24);
    }

    @Test
    void stricterThanNoIsWhatNoMeans() {
        assertThat(parse("-o StrictHostKeyChecking=no").settings().hostKeyPolicy())
                .contains(HostKeyPolicy.ACCEPT_NEW);
        assertThat(parse("-o StrictHostKeyChecking=ask").settings().hostKeyPolicy())
                .contains(HostKeyPolicy.STRICT);
    }

    @Test
    void whatIsIgnoredIsNamed() {
        SshArguments arguments = parse("-C -4q -o ControlMaster=auto -o \"ControlPersist 60s\" -e none");
        assertThat(arguments.refused()).isEmpty();
        assertThat(arguments.ignored())
                .containsExactly("-C", "-4", "-q", "-o ControlMaster=auto", "-o ControlPersist=60s", "-e none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-J bastion",
                "-o ProxyJump=bastion",
                "-o ProxyCommand='ssh -W %h:%p bastion'",
                "-F /etc/other",
                "-o Port=0",
                "-o Port=ssh",
                "-o ConnectTimeout=0",
                "-o KexAlgorithms=+diffie-hellman-group1-sha1",
                "-o StrictHostKeyChecking=perhaps",
                "-o Port",
                "-p",
                "bastion"
            })
    void whatWouldLeadElsewhereIsRefused(String text) {
        assertThat(parse(text).refused()).hasSize(1);
        assertThat(parse(text).settings()).isEqualTo(SshSettings.EMPTY);
    }

    @Test
    void noProxyIsNoProxy() {
        assertThat(parse("-o ProxyJump=none -o ProxyCommand=none").refused()).isEmpty();
    }
}
