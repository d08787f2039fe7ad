package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Secret;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    private static final String OPENSM = "/etc/opensm/opensm.conf";
    private static final String OTHER = "/etc/NetworkManager/system-connections/ib0.nmconnection";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sm_key 0xbadcafe",
                "m_key \r0xbadcafe",
                "\tsa_key\t\"0xbadcafe\"",
                "#m_key 0xbadcafe\r",
                "# sm_key = 0xbadcafe # ours",
                "sm_key \u000b 0xbadcafe"
            })
    void opensmKeys(String line) {
        assertThat(Redaction.file(OPENSM, line + "\nsm_priority 3\n"))
                .doesNotContain("badcafe")
                .contains("<hidden>")
                .endsWith("\nsm_priority 3\n");
    }

    @Test
    void aKeyInTheMiddleOfAnOverlongLineIsALineToOpensm() {
        assertThat(Redaction.file(OPENSM, "x".repeat(1022) + "m_key 0xbadcafe\n"))
                .doesNotContain("badcafe");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "psk=BADCAFE",
                "PSK = BADCAFE",
                "wep-key0=BADCAFE",
                "leap-password=BADCAFE",
                "private-key-password=BADCAFE",
                "private-key=data:;base64,BADCAFE",
                "password-raw=66;BADCAFE",
                "preshared-key=BADCAFE",
                "mka-cak=BADCAFE",
                "pin=BADCAFE",
                "WPA_PSK='BADCAFE'",
                "export WPA_PSK=BADCAFE",
                "KEY1=s:BADCAFE",
                "KEY_PASSPHRASE1=BADCAFE",
                "IEEE_8021X_PASSWORD=\"BADCAFE\"",
                "    wpa-psk BADCAFE",
                "    wpa-private-key-passwd BADCAFE",
                "            password: \"BADCAFE\"",
                "        - {psk: BADCAFE, mtu: 2044}",
                "      wifi-security.psk: BADCAFE",
                "      private: BADCAFE",
                "PrivateKey=BADCAFE",
                "PresharedKey = BADCAFE",
                "Key=BADCAFE",
                "  <passphrase>BADCAFE</passphrase>",
                "  <client-key-passwd>BADCAFE</client-key-passwd>",
                "password: >\n   BADCAFE\n   BADCAFE",
                "password:\n  BADCAFE",
                "psk: \"one\n  BADCAFE\"",
                "  psk:\n  \"BADCAFE\"",
                "WPA_PSK=one\\\nBADCAFE",
                "[vpn-secrets]\nanything=BADCAFE\n[connection]",
                "-----BEGIN EC PRIVATE KEY-----\nBADCAFE\n-----END EC PRIVATE KEY-----",
                "ibplay_m_key=BADCAFE",
                "bmc_pass=BADCAFE",
                "{\"api_token\": \"BADCAFE\"}"
            })
    void secretsOfNetworkStacksAndVariables(String text) {
        assertThat(Redaction.file(OTHER, "mtu=2044\n" + text + "\nmtu=4092\n"))
                .doesNotContain("BADCAFE")
                .contains("<hidden>")
                .startsWith("mtu=2044\n")
                .endsWith("\nmtu=4092\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "m_key_lease_period 60",
                "key-mgmt=wpa-psk",
                "KEY_MGMT=WPA-PSK",
                "transport-mode=datagram",
                "p-key=32769",
                "PKEY=yes",
                "PKEY_ID=2",
                "mapping=1",
                "    bypass: 1",
                "# The subnet manager's keys\n",
                "sm_key",
                ""
            })
    void otherLinesAreShown(String line) {
        assertThat(Redaction.file(OTHER, line)).isEqualTo(line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ExecStart=/usr/sbin/opensm -k 0xbadcafe -p 3|ExecStart=/usr/sbin/opensm -k <hidden> -p 3",
                "OPTIONS=\"-Bkbadcafe -p 3\"|OPTIONS=\"-Bk<hidden> -p 3\"",
                "ARGS='--smkey=0xbadcafe --priority 3'|ARGS='--smkey=<hidden> --priority 3'",
                "start -- -k 1 ; start -- -k 0xbadcafe|start -- -k <hidden>",
                "kill -0 $(cat /run/opensm.pid)|kill -0 $(cat /run/opensm.pid)"
            })
    void keysOnOpensmsCommandLine(String line, String shown) {
        for (String path : List.of("/etc/systemd/system/opensm.service", "/etc/sysconfig/opensm")) {
            assertThat(Redaction.file(path, line)).isEqualTo(shown);
        }
    }

    @Test
    void aPartitionMayHaveAnyName() {
        String text = "secret=0x8001, ipoib: ALL=full;\ntoken=0x8002: ALL;\n";

        assertThat(Redaction.file("/etc/opensm/partitions.conf", text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "m_key 0x1,m_key 0x1,m_key <hidden>",
        "m_key 0x1,m_key 0x2,'m_key <hidden, changed>'",
        "sm_key 0x1,m_key 0x2,m_key <hidden>"
    })
    void anotherSecretIsMarked(String before, String after, String shown) {
        assertThat(Redaction.file(OPENSM, Optional.of(before), after)).isEqualTo(shown);
    }

    @Test
    void wordsOfCommands() {
        assertThat(Redaction.command(
                        List.of("nmcli", "connection", "modify", "x", "wifi-security.psk", "BADCAFE", "y")))
                .containsExactly("nmcli", "connection", "modify", "x", "wifi-security.psk", "<hidden>", "y");
        assertThat(Redaction.command(List.of("opensm", "-k", "0xbadcafe", "-p", "3")))
                .containsExactly("opensm", "-k", "<hidden>", "-p", "3");
        assertThat(Redaction.command(List.of("opensm", "--sm_key=0xbadcafe")))
                .containsExactly("opensm", "--sm_key=<hidden>");
        assertThat(Redaction.command(
                        List.of("/usr/sbin/opensm", "-kbadcafe", "--smkey", "0xbadcafe", "--smkey=badcafe")))
                .containsExactly("/usr/sbin/opensm", "-k<hidden>", "--smkey", "<hidden>", "--smkey=<hidden>");
        assertThat(Redaction.command(List.of("sort", "-k", "2"))).containsExactly("sort", "-k", "2");
    }

    @Test
    void knownSecretsWhereverTheyStand() {
        Redaction redaction = Redaction.of(List.of(Secret.of("hunter2"), Secret.of("42"), Secret.of("")));

        assertThat(redaction.text("said hunter2, xhunter2x, 42 of 2042"))
                .isEqualTo("said <hidden>, x<hidden>x, <hidden> of 2042");
    }
}
