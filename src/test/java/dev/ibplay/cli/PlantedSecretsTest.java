package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Secret;
import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedHost;
import dev.ibplay.lab.programs.Sudo;
import dev.ibplay.lab.programs.SudoRule;
import dev.ibplay.lab.ssh.SshAccount;
import dev.ibplay.lab.ssh.SshHost;
import dev.ibplay.lab.time.ScaledClock;
import dev.ibplay.source.VaultTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets of twenty kinds are planted wherever a run may come by; afterwards none is where it was not before. */
class PlantedSecretsTest {
    private static final double PACE = 20;

    /** The text of a secret begins with this, or is a number with these digits. */
    private static final String MARK = "Pl4nted";

    private static final String NUMBER = "0xfeed0ace000000";

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private final Map<String, String> planted = new LinkedHashMap<>();
    private final Set<String> arguments = ConcurrentHashMap.newKeySet();

    private String text(String kind) {
        return planted.computeIfAbsent(kind, k -> MARK + planted.size() + k.replaceAll("\\W", ""));
    }

    private String key(String kind) {
        return planted.computeIfAbsent(kind, k -> NUMBER + "%02x".formatted(planted.size()));
    }

    private String file(String name, String content) throws IOException {
        Path parent = folder.resolve(name).getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private CommandLineRun ibplay(String... words) {
        CommandLineRun run = CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString(), Pace.VARIABLE, Double.toString(PACE)),
                words);
        hasNone(String.join(" ", words), run.all());
        return run;
    }

    private void hasNone(String where, String text) {
        planted.forEach((kind, secret) -> {
            assertThat(text).as("%s: %s", where, kind).doesNotContainIgnoringCase(secret);
            if (secret.startsWith(NUMBER)) {
                String digits = secret.substring(2);
                assertThat(text).as("%s: %s", where, kind).doesNotContainIgnoringCase(digits);
                assertThat(text)
                        .as("%s: %s", where, kind)
                        .doesNotContain(Long.toUnsignedString(Long.parseUnsignedLong(digits, 16)));
            }
        });
    }

    /** On the hosts: in the files that the run edits, and in others beside them. */
    private void plantOnHosts(Lab lab) throws Errno {
        for (SshHost server : lab.servers()) {
            Machine machine = server.machine();
            Disk disk = machine.disk();
            if (machine.name().startsWith("sm")) {
                disk.append(
                        "/etc/opensm/opensm.conf",
                        Bytes.ofUtf8("sa_key %s\nm_key_lease_period 0\nsm_key %s\n"
                                .formatted(key("sa_key of a file"), key("sm_key of a file"))),
                        0600);
            } else {
                String path = disk.exists("/etc/systemd/network/20-ib0.network")
                        ? "/etc/systemd/network/20-ib0.network"
                        : "/etc/network/interfaces";
                disk.append(
                        path,
                        Bytes.ofUtf8(
                                path.endsWith(".network")
                                        ? "\n[WireGuard]\nPrivateKey=%s\n".formatted(text("private key of a file"))
                                        : "\n    wpa-psk %s\n    wpa-password %s\n"
                                                .formatted(text("psk of a file"), text("password of a file"))),
                        0600);
            }
            disk.write("/root/word", Bytes.ofUtf8(text("vars_files") + " and kelp-Forest-91\n"), 0600);
            if (machine.name().equals("node02")) {
                server.accounts(List.of(new SshAccount(
                        new Account("alice", 1000, "/home/alice"),
                        Optional.of(Secret.of(text("ansible_password"))),
                        List.of())));
                Sudo.install(machine, SudoRule.withPassword(text("ansible_become_password")));
            }
            if (machine.name().equals("node03")) {
                server.accounts(List.of(
                        new SshAccount(Account.ROOT, Optional.of(Secret.of(text("right password"))), List.of())));
            }
        }
    }

    private List<String> commandLine(Lab lab) throws Exception {
        planted.put("vault password", "grey heron 7");
        planted.put("vaulted variable", "kelp-Forest-91");
        String vaultPassword = file("vault-password", "grey heron 7\n");
        file(
                "group_vars/linux.yml",
                "from_vault: !vault |\n" + VaultTest.encrypted("value-1.1.txt").indent(4));
        file("inv/hosts.ini", Files.readString(lab.inventory()));
        file(
                "inv/host_vars/node02.yml",
                "ansible_user: alice\nansible_password: %s\nansible_become_password: %s\n"
                        .formatted(text("ansible_password"), text("ansible_become_password")));
        file(
                "inv/host_vars/node03.yml",
                "ansible_user: root\nansible_ssh_pass: %s\n".formatted(text("a wrong password")));
        file("inv/host_vars/node01.yml", "ansible_ssh_private_key_passphrase: %s\n".formatted(text("passphrase")));
        file(
                "inv/group_vars/subnet_managers.yml",
                "ibplay_sa_key: \"%s\"\nibplay_m_key: 0\napi_token: %s\n"
                        .formatted(key("ibplay_sa_key"), text("token of group_vars")));
        String varsFile = file(
                "vars.yml",
                "vars_password: %s\nnested: {client_secret: %s}\n"
                        .formatted(text("vars_files"), text("nested in vars_files")));
        assertThat(varsFile).endsWith("vars.yml");
        String extra = file(
                "extra.yml", "extra_secret: %s\nnew_sa_key: \"%s\"\n".formatted(text("-e @file"), key("new sa_key")));
        return List.of(
                "-i",
                folder.resolve("inv").toString(),
                playbook(),
                "-e",
                "new_sm_key=" + key("-e sm_key"),
                "-e",
                "@" + extra,
                "--vault-password-file",
                vaultPassword,
                "-D",
                "-v");
    }

    private String playbook() throws IOException {
        return file("site.yml", """
                - hosts: subnet_managers
                  become: true
                  vars: {play_passwd: %s}
                  state:
                    opensm:
                      options: {sm_key: "{{ new_sm_key }}", sa_key: "{{ new_sa_key }}", sweep_interval: 9}
                - hosts: linux:!node04
                  become: true
                  vars_files: [vars.yml]
                  before:
                    - {command: "sh -c 'echo working >&2'"}
                  state:
                    ipoib: {ib0: {mtu: 1500}}
                - hosts: node04
                  become: true
                  when: from_vault != "nothing"
                  vars_files: [vars.yml]
                  before:
                    - {command: ["sh", "-c", "read word < /root/word; echo refused, as $word is wrong >&2; exit 3"]}
                  state:
                    ipoib: {ib0: {mtu: 1500}}
                """.formatted(text("vars of a play")));
    }

    private static String[] words(List<String> first, List<String> then) {
        return Stream.concat(first.stream(), then.stream()).toArray(String[]::new);
    }

    @Test
    void areNowhereElseAfterwards() throws Exception {
        try (LabFolder place = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(PACE);
                Lab lab = Lab.start(LabLayout.sample(5), place, clock)) {
            plantOnHosts(lab);
            List<String> line = commandLine(lab);
            Map<String, Set<String>> before = holders(lab);

            CommandLineRun check = ibplay(words(List.of("check"), line));
            assertThat(check.all()).contains("sm_key", "<hidden, changed>");
            ibplay(words(List.of("check", "--format", "json"), line));
            ibplay(words(List.of("lint"), List.of(line.get(2))));
            Thread watcher = watchProcesses(lab);
            CommandLineRun first = ibplay(words(List.of("apply", "--yes", "--limit", "sm*,node01"), line));
            assertThat(first.exitCode())
                    .as("%s%n%s", first.stderr(), first.stdout())
                    .isZero();
            CommandLineRun apply = ibplay(words(
                    List.of(
                            "apply",
                            "--yes",
                            "--events",
                            folder.resolve("events").toString(),
                            "--junit",
                            folder.resolve("junit").toString(),
                            "--prometheus",
                            folder.resolve("prom").toString()),
                    line));
            watcher.interrupt();
            watcher.join();
            // node03's password is wrong, node04's command before fails
            assertThat(apply.exitCode())
                    .as("%s%n%s", apply.stderr(), apply.stdout())
                    .isEqualTo(3);
            assertThat(apply.all()).contains("refused, as <hidden> and <hidden> is wrong");
            assertThat(apply.stdout()).containsPattern("node02 +changed");
            ibplay("runs", "show", "last", "-D");
            ibplay("report", "last", "--output", folder.resolve("page.html").toString());
            ibplay(words(List.of("verify"), line));
            CommandLineRun back = ibplay("rollback", "last", "--yes", "-D", "-v", "--limit", "node02");
            assertThat(back.exitCode())
                    .as("%s%n%s", back.stderr(), back.stdout())
                    .isZero();

            for (String name : List.of("events", "junit", "prom", "page.html")) {
                hasNone(name, Files.readString(folder.resolve(name)));
            }
            journalHasNone();
            assertThat(arguments).isNotEmpty();
            arguments.forEach(words -> hasNone("a process of a host", words));
            assertThat(planted).hasSizeGreaterThanOrEqualTo(20);
            onlyWhereTheyWere(before, holders(lab));
        }
    }

    private void journalHasNone() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder.resolve("state"))) {
            files = all.filter(Files::isRegularFile).toList();
        }
        assertThat(files).hasSizeGreaterThan(4);
        for (Path file : files) {
            hasNone(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
    }

    /** All arguments of all processes that are seen while a run goes on. */
    private Thread watchProcesses(Lab lab) {
        return Thread.ofPlatform().daemon().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                for (SimulatedHost host : lab.hosts().machines()) {
                    host.machine()
                            .processes()
                            .all()
                            .forEach(process -> arguments.add(String.join(" ", process.arguments())));
                }
                Thread.onSpinWait();
            }
        });
    }

    /** Which files of hosts hold which secret. */
    private Map<String, Set<String>> holders(Lab lab) throws Errno {
        Map<String, Set<String>> holders = new LinkedHashMap<>();
        for (SimulatedHost host : lab.hosts().machines()) {
            Disk disk = host.machine().disk();
            List<String> paths = new ArrayList<>();
            for (String top : List.of("/etc", "/var", "/tmp", "/root", "/home", "/run")) {
                paths.addAll(disk.exists(top) ? disk.files(top) : List.of());
            }
            for (String path : paths) {
                String content = disk.tryToRead(path).map(Bytes::latin1).orElse("");
                planted.forEach((kind, secret) -> {
                    if (content.contains(secret)) {
                        holders.computeIfAbsent(host.machine().name() + " " + path, p -> new java.util.TreeSet<>())
                                .add(kind);
                    }
                });
            }
        }
        return holders;
    }

    /** What a playbook puts into a file is there; old contents are kept for a rollback, for root only. */
    private static void onlyWhereTheyWere(Map<String, Set<String>> before, Map<String, Set<String>> after) {
        after.forEach((place, kinds) -> {
            boolean isKept = place.contains(" /var/lib/ibplay/kept/");
            boolean isOpensms = place.contains(" /etc/opensm/opensm.conf");
            if (!isKept && !isOpensms) {
                assertThat(before.getOrDefault(place, Set.of())).as(place).containsAll(kinds);
            }
        });
    }
}
