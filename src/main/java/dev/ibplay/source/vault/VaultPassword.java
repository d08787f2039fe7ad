package dev.ibplay.source.vault;

import dev.ibplay.exec.Secret;

/**
 * A password of Ansible Vault.
 *
 * @param label of {@code --vault-id LABEL@SOURCE}; {@link #DEFAULT} where none was given
 * @param origin where it came from, in words for messages: a file's name, {@code the prompt}
 */
public record VaultPassword(String label, Secret text, String origin) {
    /** Ansible's DEFAULT_VAULT_IDENTITY. */
    public static final String DEFAULT = "default";
}
