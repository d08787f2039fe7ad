package dev.ibplay.transport.ssh.agent;

import java.security.PublicKey;
import org.apache.sshd.agent.SshAgent;

/**
 * A key that an agent holds.
 *
 * @param key a public key, or a certificate
 * @param comment what ssh-add -l shows beside it, for messages
 * @param agent signs with it, from any thread
 */
public record AgentKey(PublicKey key, String comment, SshAgent agent) {}
