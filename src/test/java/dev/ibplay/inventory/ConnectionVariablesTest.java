package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Secret;
import dev.ibplay.inventory.ConnectionVariables.Helper;
import dev.ibplay.inventory.ConnectionVariables.Kind;
import dev.ibplay.inventory.ConnectionVariables.Platform;
import dev.ibplay.source.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionVariablesTest {
    /** Host n1 with these host variables, in INI form. */
    private static Optional<ConnectionVariables> resolve(Problems problems, String variables) {
        return resolve(problems, Reading.ini("n1 " + variables).inventory());
    }

    private static Optional<ConnectionVariables> resolve(Problems problems, Inventory inventory) {
        Map<String, Node> all = inventory.variables("n1");
        Function<String, Optional<Node>> lookup = name -> Optional.ofNullable(all.get(name));
        return ConnectionVariables.resolve("n1", lookup, problems);
    }

    private static ConnectionVariables good(String variables) {
        var problems = new Problems();
        Optional<ConnectionVariables> resolved = resolve(problems, variables);
        assertThat(problems.sorted()).isEmpty();
        return resolved.orElseThrow();
    }

    @Test
    void oldAlgorithmsAreOfferedWhereTheHostIsSaidToNeedThem() {
        assertThat(good("").legacyCrypto()).isFalse();
        assertThat(good("ibplay_ssh_legacy_crypto=true").legacyCrypto()).isTrue();
        assertThat(good("ibplay_ssh_legacy_crypto=no").legacyCrypto()).isFalse();
        var problems = new Problems();
        assertThat(resolve(problems, "ibplay_ssh_legacy_crypto=perhaps")).isEmpty();
        assertThat(problems.sorted()).hasSize(1);
    }

    @Test
    void nothingIsSetByDefault() {
        ConnectionVariables plain = good("");
        assertThat(plain.kind()).isEmpty();
        assertThat(plain.address()).isEqualTo("n1");
        assertThat(plain.port()).isEmpty();
        assertThat(plain.login().user()).isEmpty();
        assertThat(plain.become().wanted()).isEmpty();
        assertThat(plain.sshArguments()).isEmpty();
        assertThat(plain.platform()).isEmpty();
        assertThat(plain.helper()).isEqualTo(new Helper.Auto());
    }

    @Test
    void allOfThem() {
        ConnectionVariables all = good("ansible_host=10.0.0.1 ansible_port=2222 ansible_user=root ansible_password=pw1"
                + " ansible_private_key_file=~/.ssh/id ansible_become=yes ansible_become_user=smadmin"
                + " ansible_become_password=pw2 ansible_become_method=sudo ansible_connection=ssh"
                + " ansible_ssh_common_args='-o ProxyJump=gw -o \"SetEnv A=b c\"' ansible_ssh_extra_args=-4"
                + " ibplay_platform=ESXi ibplay_helper=/opt/ibplay ibplay_fabrics=\"{'mlx5_0/1': 'compute'}\"");
        assertThat(all.address()).isEqualTo("10.0.0.1");
        assertThat(all.port()).contains(2222);
        assertThat(all.login().user()).contains("root");
        assertThat(all.login().password()).contains(Secret.of("pw1"));
        assertThat(all.login().keyFile()).contains("~/.ssh/id");
        assertThat(all.become().wanted()).contains(true);
        assertThat(all.become().user()).contains("smadmin");
        assertThat(all.become().password()).contains(Secret.of("pw2"));
        assertThat(all.sshArguments()).containsExactly("-o", "ProxyJump=gw", "-o", "SetEnv A=b c", "-4");
        assertThat(all.platform()).contains(Platform.ESXI);
        assertThat(all.helper()).isEqualTo(new Helper.At("/opt/ibplay"));
        assertThat(all.fabrics())
                .hasEntrySatisfying("mlx5_0/1", name -> assertThat(name.value()).isEqualTo("compute"));
        assertThat(all.toString()).doesNotContain("pw1", "pw2");
    }

    @ParameterizedTest
    @CsvSource({
        "ansible_ssh_host=b ansible_host=a, b",
        "ansible_host=a ibplay_host=c ansible_ssh_host=b, c",
        "ansible_host=a ibplay_ssh_host=d, d",
    })
    void spellingsOfOneThing(String variables, String address) {
        assertThat(good(variables).address()).isEqualTo(address);
    }

    @Test
    void olderSpellings() {
        ConnectionVariables old = good(
                "ansible_ssh_user=ops ansible_ssh_port=23 ansible_ssh_pass=x ansible_become_pass=y ansible_ssh_private_key_file=k");
        assertThat(old.login().user()).contains("ops");
        assertThat(old.port()).contains(23);
        assertThat(old.login().password()).contains(Secret.of("x"));
        assertThat(old.become().password()).contains(Secret.of("y"));
        assertThat(old.login().keyFile()).contains("k");
    }

    @Test
    void aNullIsNotSetAndAPasswordMayBeEmpty() {
        ConnectionVariables read = good("ansible_user=None ansible_password=");
        assertThat(read.login().user()).isEmpty();
        assertThat(read.login().password()).contains(Secret.of(""));
    }

    @Test
    void aForeignConnectionCanBeReplaced() {
        ConnectionVariables read = good(
                "ansible_connection=winrm ansible_port=5986 ansible_become_method=runas ansible_user=Admin ibplay_connection=ssh");
        assertThat(read.kind()).contains(Kind.SSH);
        assertThat(read.port()).isEmpty();
        assertThat(read.login().user()).contains("Admin");
        assertThat(good("ansible_connection=winrm ibplay_connection=ssh ibplay_port=2222")
                        .port())
                .contains(2222);
    }

    @ParameterizedTest
    @CsvSource({
        "smart, SSH",
        "ansible.builtin.ssh, SSH",
        "paramiko, SSH",
        "local, LOCAL",
        "ansible.builtin.local, LOCAL"
    })
    void namesOfConnections(String name, Kind kind) {
        assertThat(good("ansible_connection=" + name).kind()).contains(kind);
    }

    @Test
    void portGuidsKeepTheirText() {
        assertThat(good("ibplay_port_guids=0x0002c90300a1b2c3").portGuids())
                .extracting(guid -> guid.guid().value())
                .containsExactly("0x0002c90300a1b2c3");
        assertThat(good("ibplay_port_guids=\"['0002e90300112233', 0x2]\"").portGuids())
                .extracting(guid -> guid.guid().value())
                .containsExactly("0002e90300112233", "0x2");
        assertThat(good("ibplay_port_guids=\"{'mlx5_0/1': 0x5}\"").portGuids())
                .extracting(guid -> guid.port().orElse("") + " " + guid.guid().value())
                .containsExactly("mlx5_0/1 0x5");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ansible_port=0|1:17 IB220 ansible_port of n1 must be a port number, 1 to 65535, not \"0\"",
                "ansible_port=ssh|1:17 IB220 ansible_port of n1 must be a port number, 1 to 65535, not \"ssh\"",
                "ibplay_port=70000|1:16 IB220 ibplay_port of n1 must be a port number, 1 to 65535, not \"70000\"",
                "ansible_become=maybe|1:19 IB220 ansible_become of n1 must be true or false, not \"maybe\"",
                "ansible_host=|1:17 IB220 ansible_host of n1 is empty",
                "ansible_user=[1]|1:17 IB220 ansible_user of n1 must be a single value, not a list",
                "ansible_ssh_common_args=\"-o 'x\"|1:28 IB220 ansible_ssh_common_args of n1 cannot be split into words: a quote is not closed",
                "ansible_connection=winrm|1:23 IB221 n1 is to be reached by \"winrm\"; only ssh and local are possible",
                "ansible_become_method=su|1:26 IB221 the become method \"su\" of n1 is not supported; only sudo is",
                "ibplay_platform=linx|1:20 IB220 ibplay_platform of n1 must be one of linux, esxi, windows, mlnxos, not \"linx\"",
                "ibplay_helper=yes|1:18 IB220 ibplay_helper of n1 must be auto, none or an absolute path on the host, not \"yes\"",
                "ibplay_fabrics=compute|1:19 IB220 ibplay_fabrics of n1 must be a mapping from ports to names",
                "ibplay_port_guids=[[1]]|1:22 IB220 ibplay_port_guids of n1 has a wrong entry",
            })
    void wrongValues(String variables, String message) {
        var problems = new Problems();
        assertThat(resolve(problems, variables)).isEmpty();
        assertThat(problems.sorted().stream().map(Reading::line)).containsExactly(message);
        assertThat(problems.sorted().getFirst().hint()).isPresent();
    }

    @Test
    void passwordsAreNotShownInErrors() {
        var problems = new Problems();
        resolve(problems, "ansible_password=\"['s3cret']\" ansible_become_pass=\"{'s3cret': 1}\"");
        assertThat(problems.sorted()).hasSize(2);
        assertThat(List.of(problems.sorted()).toString()).doesNotContain("s3cret");
    }
}
