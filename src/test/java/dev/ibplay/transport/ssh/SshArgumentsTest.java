package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.transport.ssh.config.ConfigException;
import dev.ibplay.transport.ssh.config.LocalSurroundings;
import dev.ibplay.transport.ssh.config.SshConfig;
import dev.ibplay.transport.ssh.config.SshOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        return SshArguments.parse(words);
    }

    private static SshTarget target(String text) throws ConfigException {
        SshConfig none = SshConfig.none(new LocalSurroundings(Map.of(), HOME.path()));
        return new SshTargets(HOME, false)
                .target(
                        none,
                        new SshTargets.Wanted(
                                "leaf01",
                                "leaf01",
                                parse(text).options(),
                                SshSettings.EMPTY,
                                Optional.empty(),
                                PassphraseSource.NONE));
    }

    private static SshSettings settings(String text) throws ConfigException {
        return target(text).settings();
    }

    @Test
    void readsTheOptionsThatMatter() throws ConfigException {
        SshSettings settings = settings("-p 2222 -l root -i ~/.ssh/fabric -o StrictHostKeyChecking=accept-new"
                + " -oConnectTimeout=7 -o 'UserKnownHostsFile ~/kh1 %d/kh2' -o GlobalKnownHostsFile=none"
                + " -o KexAlgorithms=curve25519-sha256,ecdh-sha2-nistp256 -o HostKeyAlias=leaf"
                + " -o HostName=10.0.0.7 -6 -c aes128-ctr -m hmac-sha2-256");
        assertThat(settings.get(SshSetting.PORT)).contains(2222);
        assertThat(settings.get(SshSetting.USER)).contains("root");
        assertThat(settings.list(SshSetting.IDENTITY_FILES)).containsExactly(Path.of("/home/admin/.ssh/fabric"));
        assertThat(settings.get(SshSetting.HOST_KEY_POLICY)).contains(HostKeyPolicy.ACCEPT_NEW);
        assertThat(settings.get(SshSetting.CONNECT_TIMEOUT)).contains(Duration.ofSeconds(7));
        assertThat(settings.list(SshSetting.USER_KNOWN_HOSTS_FILES))
                .containsExactly(Path.of("/home/admin/kh1"), Path.of("/home/admin/kh2"));
        assertThat(settings.list(SshSetting.GLOBAL_KNOWN_HOSTS_FILES)).containsExactly(Path.of("/dev/null"));
        assertThat(settings.get(SshSetting.KEX_ALGORITHMS))
                .contains(AlgorithmList.of("curve25519-sha256", "ecdh-sha2-nistp256"));
        assertThat(settings.get(SshSetting.HOST_KEY_ALIAS)).contains("leaf");
        assertThat(settings.get(SshSetting.HOST_NAME)).contains("10.0.0.7");
        assertThat(settings.get(SshSetting.ADDRESS_FAMILY)).contains(AddressFamily.INET6);
        assertThat(settings.get(SshSetting.CIPHERS)).contains(AlgorithmList.of("aes128-ctr"));
        assertThat(settings.get(SshSetting.MACS)).contains(AlgorithmList.of("hmac-sha2-256"));
    }

    @Test
    void theFirstOfTwoCounts() throws ConfigException {
        assertThat(settings("-o Port=22 -p 23").get(SshSetting.PORT)).contains(22);
        SshOptions inventory = new SshOptions()
                .add("port", "24", "ansible_port")
                .addAll(parse("-p 23").options());
        assertThat(inventory.value("port")).contains("24");
    }

    @Test
    void stricterThanNoIsWhatNoMeans() throws ConfigException {
        assertThat(settings("-o StrictHostKeyChecking=no").get(SshSetting.HOST_KEY_POLICY))
                .contains(HostKeyPolicy.ACCEPT_NEW);
        assertThat(settings("-o StrictHostKeyChecking=ask").get(SshSetting.HOST_KEY_POLICY))
                .contains(HostKeyPolicy.STRICT);
    }

    @Test
    void whatIsIgnoredIsNamed() {
        SshArguments arguments = parse("-Cq -o ControlMaster=auto -o \"ControlPersist 60s\" -e none");
        assertThat(arguments.refused()).isEmpty();
        assertThat(arguments.ignored())
                .containsExactly("-C", "-q", "-o ControlMaster=auto", "-o ControlPersist 60s", "-e none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-o Port=0",
                "-o Port=ssh",
                "-o Prot=22",
                "-o Host=leaf",
                "-J a@",
                "-o StrictHostKeyChecking=perhaps",
                "-o Port",
                "-p",
                "bastion"
            })
    void whatCannotBeUnderstoodIsRefused(String text) {
        assertThat(parse(text).refused()).hasSize(1);
        assertThat(parse(text).options().keywords()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-o ProxyUseFdpass=yes",
                "-o VerifyHostKeyDNS=yes",
                "-o CanonicalizeHostname=always",
                "-o KnownHostsCommand=/bin/keys",
                "-B eth0",
                "-i ~/%x",
                "-i ${NOT_THERE}/key"
            })
    void whatWouldTrustOrReachSomebodyElseIsRefused(String text) {
        assertThatThrownBy(() -> target(text)).isInstanceOf(ConfigException.class);
    }

    @Test
    void waysAreFound() throws ConfigException {
        assertThat(target("-o ProxyJump=none -o ProxyCommand=none").route()).isEqualTo(new SshRoute.Direct());
        assertThat(target("-p 23 -o 'ProxyCommand=nc %h %p'").route())
                .isEqualTo(new SshRoute.Command("/bin/sh", "nc leaf01 23"));
        SshTarget jump = ((SshRoute.Through)
                        target("-l root -p 23 -J admin@gw:2022,inner").route())
                .jump();
        assertThat(jump.address()).isEqualTo("inner");
        assertThat(jump.port()).isEqualTo(22);
        SshTarget first = ((SshRoute.Through) jump.route()).jump();
        assertThat(first.display()).isEqualTo("admin@gw:2022");
        assertThat(first.route()).isEqualTo(new SshRoute.Direct());
        assertThat(parse("-F ~/other -F third").configFile()).contains("~/other");
    }
}
