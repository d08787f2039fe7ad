package dev.ibplay.transport.ssh.config;

import java.util.List;
import java.util.Random;

/** Configurations as somebody may have written them, mostly right. */
final class RandomSshConfig {
    private static final List<String> HOSTS =
            List.of("leaf1", "leaf22", "spine1", "Spine2", "gw.example.net", "10.0.0.7", "fd00::7");
    private static final List<String> PATTERNS = List.of(
            "*", "leaf*", "leaf?", "!leaf1", "spine*", "*.example.net", "10.0.0.?", "Spine2", "fd00:*", "leaf22");
    private static final List<String> VALUES = List.of(
            "User alice",
            "User=bob",
            "user \"carol\"",
            "Port 2222",
            "Port = 2022",
            "PORT 22",
            "HostName %h.example.net",
            "HostName 10.9.8.7",
            "HostName Mixed.Example",
            "HostKeyAlias alias1",
            "HostKeyAlias=alias2",
            "IdentityFile ~/.ssh/one",
            "IdentityFile ~/.ssh/two",
            "IdentityFile %d/three",
            "IdentityFile none",
            "CertificateFile ~/.ssh/cert",
            "IdentitiesOnly yes",
            "IdentitiesOnly no",
            "StrictHostKeyChecking no",
            "StrictHostKeyChecking accept-new",
            "StrictHostKeyChecking ask",
            "UserKnownHostsFile /dev/null",
            "UserKnownHostsFile ~/kh1 ~/kh2",
            "GlobalKnownHostsFile none",
            "ConnectTimeout 5",
            "ConnectTimeout 2m",
            "ServerAliveInterval 15",
            "ServerAliveInterval 1m",
            "ServerAliveCountMax 4",
            "ConnectionAttempts 2",
            "ProxyJump bastion",
            "ProxyJump a@b:22,c",
            "ProxyJump none",
            "ProxyCommand nc %h %p",
            "ProxyCommand none",
            "PubkeyAuthentication no",
            "PasswordAuthentication no",
            "KbdInteractiveAuthentication yes",
            "PreferredAuthentications publickey",
            "AddressFamily inet",
            "AddressFamily any",
            "TCPKeepAlive no",
            "Ciphers aes128-ctr",
            "MACs hmac-sha2-512",
            "LogLevel ERROR",
            "ForwardAgent yes",
            "Compression yes",
            "SendEnv LANG",
            "ControlMaster auto",
            "RequiredRSASize 2048",
            "IdentityAgent none",
            "# Port 1",
            "");

    private RandomSshConfig() {}

    static String host(Random random) {
        return pick(random, HOSTS);
    }

    static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int lines = 3 + random.nextInt(25);
        for (int i = 0; i < lines; i++) {
            switch (random.nextInt(8)) {
                case 0 -> text.append("Host ").append(patterns(random, " ")).append('\n');
                case 1 -> text.append("Match ").append(criteria(random)).append('\n');
                default ->
                    text.append(random.nextBoolean() ? "  " : "")
                            .append(pick(random, VALUES))
                            .append('\n');
            }
        }
        return text.toString();
    }

    private static String patterns(Random random, String separator) {
        StringBuilder patterns = new StringBuilder(pick(random, PATTERNS));
        while (random.nextInt(3) == 0) {
            patterns.append(separator).append(pick(random, PATTERNS));
        }
        return patterns.toString();
    }

    private static String criteria(Random random) {
        StringBuilder criteria = new StringBuilder();
        do {
            String negation = random.nextInt(4) == 0 ? "!" : "";
            criteria.append(negation)
                    .append(
                            switch (random.nextInt(7)) {
                                case 0 -> "host " + patterns(random, ",");
                                case 1 -> "originalhost " + patterns(random, ",");
                                case 2 -> "user " + pick(random, List.of("alice", "bob,carol", "root", "*"));
                                case 3 -> "localuser " + pick(random, List.of("root", "nobody", "*"));
                                case 4 ->
                                    "exec "
                                            + pick(
                                                    random,
                                                    List.of("true", "false", "\"test %p = 22\"", "\"test %h = %n\""));
                                case 5 -> "final";
                                default -> "host=" + pick(random, PATTERNS);
                            });
            criteria.append(' ');
        } while (random.nextInt(3) == 0);
        return criteria.toString();
    }

    private static String pick(Random random, List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
