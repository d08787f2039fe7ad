package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ansible_password",
                "ansible_ssh_pass",
                "ansible_become_password",
                "ansible_become_pass",
                "ibplay_become_pass",
                "ansible_private_key_passphrase",
                "ibplay_m_key",
                "ibplay_sa_key",
                "sm_key",
                "m_key",
                "password",
                "BMC-Password",
                "api_token",
                "vault_secret"
            })
    void hidden(String name) {
        assertThat(SecretNames.isSecret(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ansible_user",
                "ansible_private_key_file",
                "pkey",
                "passive",
                "bypass",
                "keyboard",
                "sm_priority"
            })
    void shown(String name) {
        assertThat(SecretNames.isSecret(name)).isFalse();
    }
}
