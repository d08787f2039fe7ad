package dev.ibplay.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Secrets in configurations of switches; those of files are tested with what shows and saves them. */
class SecretLinesTest {
    private static String hidden(String text) {
        return SecretLines.of("", text).with(secret -> "*");
    }

    @ParameterizedTest
    @CsvSource({
        "snmp-server community hush-5 ro, snmp-server community *",
        "'   no snmp-server community secretive ro', '   no snmp-server community *'",
        "snmp-server user bob v3 auth sha hush priv aes-128 hush, snmp-server user bob *",
        "radius-server host 192.0.2.9 auth-port 1812 key hush, radius-server host 192.0.2.9 auth-port 1812 key *",
        "tacacs-server key 7 aGVsbG8=, tacacs-server key *",
        "ntp authentication-key 3 md5 hush, ntp authentication-key 3 md5 *",
        "username admin password 7 $6$hush, username admin password *",
        "ldap bind-password hush, ldap bind-password *",
    })
    void secretsOfSwitchesAreFound(String line, String shown) {
        assertThat(hidden(line)).isEqualTo(shown);
        assertThat(hidden("ib sm\n" + line + "\nwrite memory")).isEqualTo("ib sm\n" + shown + "\nwrite memory");
    }

    @Test
    void whatIsNoSecretStays() {
        String plain = """
                ib partition Default mtu 4K force
                ib smnode sw1 sm-priority 12
                snmp-server enable
                ntp server 192.0.2.9
                ntp trusted-key 3
                ssh client user admin authorized-key sshv2 "ssh-rsa AAAA"
                   PKey      = 0x7FFF
                keyboard layout us
                """;
        assertThat(hidden(plain)).isEqualTo(plain);
    }
}
