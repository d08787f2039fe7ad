/** Ansible Vault's format: envelopes, passwords, and the cipher (AES-256 in counter mode with HMAC-SHA-256). */
@NullMarked
package dev.ibplay.source.vault;

import org.jspecify.annotations.NullMarked;
