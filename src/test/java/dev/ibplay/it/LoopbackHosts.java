package dev.ibplay.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Many SSH hosts on one machine: OpenSSH's sshd on addresses of 127.0.0.0/8, each with a {@code /var/lib} of its own, so
 * that what one host keeps is not there on the next. The login is root, with a home without start-up files.
 */
final class LoopbackHosts implements AutoCloseable {
    /** sshd listens on 16 sockets at most (its MAX_LISTEN_SOCKS). */
    private static final int ADDRESSES_OF_ONE_SSHD = 16;

    private static final Pattern CONNECTION = Pattern.compile("^Connection from \\S+ port \\d+ on (\\S+) port");

    private final Path folder;
    private final int port;
    private final List<String> addresses = new ArrayList<>();
    private final List<Process> servers = new ArrayList<>();
    private final List<Thread> logs = new ArrayList<>();
    private final Map<String, Integer> connections = new TreeMap<>();

    private LoopbackHosts(Path folder, int port) {
        this.folder = folder;
        this.port = port;
    }

    /** Starts {@code count} hosts, at most 250, with all their files in {@code folder}. */
    static LoopbackHosts start(Path folder, int count) throws IOException, InterruptedException {
        var hosts = new LoopbackHosts(folder, freePort());
        for (int i = 1; i <= count; i++) {
            hosts.addresses.add("127.0.9." + i);
        }
        hosts.writeFiles();
        for (int from = 0; from < count; from += ADDRESSES_OF_ONE_SSHD) {
            hosts.startServer(hosts.addresses.subList(from, Math.min(count, from + ADDRESSES_OF_ONE_SSHD)));
        }
        return hosts;
    }

    private void writeFiles() throws IOException, InterruptedException {
        keygen("host_key");
        keygen("login_key");
        Files.copy(folder.resolve("login_key.pub"), folder.resolve("authorized_keys"));
        Files.createDirectories(Path.of("/run/sshd"));
        Files.writeString(folder.resolve("as-host"), """
                set -- $SSH_CONNECTION
                own=%s/hosts/$3
                mkdir -p "$own"
                exec unshare --mount sh -c 'mount --bind "$0" /var/lib && exec sh -c "$SSH_ORIGINAL_COMMAND"' "$own"
                """.formatted(folder));
        Files.writeString(folder.resolve("sshd_config"), """
                Port %d
                HostKey %s/host_key
                AuthorizedKeysFile %s/authorized_keys
                ForceCommand exec sh %s/as-host
                SetEnv HOME=%s
                PidFile none
                UsePAM no
                StrictModes no
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                PermitRootLogin yes
                PrintMotd no
                MaxStartups 1000:30:2000
                LogLevel VERBOSE
                """.formatted(port, folder, folder, folder, folder));
        Files.writeString(
                folder.resolve("known_hosts"),
                "* " + Files.readString(folder.resolve("host_key.pub")),
                StandardCharsets.UTF_8);
    }

    private void keygen(String name) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "ssh-keygen",
                        "-q",
                        "-t",
                        "ed25519",
                        "-N",
                        "",
                        "-f",
                        folder.resolve(name).toString())
                .inheritIO()
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("ssh-keygen failed");
        }
    }

    private void startServer(List<String> own) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "/usr/sbin/sshd",
                "-D",
                "-e",
                "-f",
                folder.resolve("sshd_config").toString()));
        own.forEach(address -> command.addAll(List.of("-o", "ListenAddress=" + address)));
        Process server = new ProcessBuilder(command).redirectErrorStream(true).start();
        servers.add(server);
        BufferedReader log = server.inputReader(StandardCharsets.UTF_8);
        int listening = 0;
        while (listening < own.size()) {
            String line = log.readLine();
            if (line == null) {
                throw new IOException("sshd does not start");
            }
            listening += line.startsWith("Server listening") ? 1 : 0;
        }
        logs.add(Thread.ofPlatform().daemon().start(() -> log.lines().forEach(this::note)));
    }

    private void note(String line) {
        Matcher matcher = CONNECTION.matcher(line);
        if (matcher.find()) {
            synchronized (connections) {
                connections.merge(matcher.group(1), 1, Integer::sum);
            }
        }
    }

    /** How many connections each address has had, as its sshd counts them; complete when the hosts are closed. */
    Map<String, Integer> connections() {
        synchronized (connections) {
            return new TreeMap<>(connections);
        }
    }

    List<String> addresses() {
        return List.copyOf(addresses);
    }

    /** An inventory of all hosts, each named by its address, in a group {@code many}. */
    Path inventory() throws IOException {
        String text = "[many]\n" + String.join("\n", addresses) + """

                [many:vars]
                ansible_port=%d
                ansible_user=root
                ansible_ssh_private_key_file=%s/login_key
                ansible_ssh_common_args='-o UserKnownHostsFile=%s/known_hosts'
                """.formatted(port, folder, folder);
        return Files.writeString(folder.resolve("inventory.ini"), text);
    }

    /** The folder that a host has as its {@code /var/lib}. */
    Path varLib(String address) {
        return folder.resolve("hosts").resolve(address);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.9.1"))) {
            return socket.getLocalPort();
        }
    }

    /** Ends the servers and waits for the end of their logs. */
    @Override
    public void close() {
        // By the handle: the process object would close the log, which is still read.
        servers.stream().map(Process::toHandle).forEach(server -> {
            server.descendants().forEach(ProcessHandle::destroy);
            server.destroy();
        });
        try {
            for (Thread log : logs) {
                log.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
