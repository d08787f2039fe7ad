package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.source.VaultTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is encrypted in inventories and files of variables, from the command line's side. */
class VaultedRunTest {
    private static final String VALUE = "kelp-Forest-91";

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private String hosts = "";
    private String password = "";

    @BeforeEach
    void files() throws IOException {
        hosts = file(
                "hosts.yml",
                "all:\n  hosts:\n    n1:\n      plain: 1\n      wanted: !vault |\n"
                        + VaultTest.encrypted("value-1.1.txt").indent(8));
        password = file("pw", "grey heron 7\n");
    }

    private String file(String name, String text) throws IOException {
        Path path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text).toString();
    }

    private String playbook(String value) throws IOException {
        return file("site.yml", "- hosts: all\n  state: {opensm: {priority: \"{{ " + value + " }}\"}}\n");
    }

    @Test
    void aValueThatNobodyNeedsNeedsNoPassword() throws IOException {
        CommandLineRun list = CommandLineRun.of("inventory", "--list", "-i", hosts);
        assertThat(list.exitCode()).as(list.stderr()).isZero();
        assertThat(list.stdout()).contains("\"__ansible_vault\": \"$ANSIBLE_VAULT;1.1;AES256\\n");
        assertThat(CommandLineRun.of("inventory", "-i", hosts).stdout()).contains("wanted: <hidden>");
        CommandLineRun run = CommandLineRun.of("check", "--list-hosts", "-i", hosts, playbook("plain"));
        assertThat(run.exitCode()).as(run.stderr()).isZero();
    }

    @Test
    void aValueThatIsNeededAndCannotBeHad() throws IOException {
        CommandLineRun run = CommandLineRun.of("check", "-i", hosts, playbook("wanted"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.stderr())
                .contains("hosts.yml:5:15: error[IB207]: this value is encrypted with Ansible Vault, and no password")
                .contains("--vault-password-file");
    }

    @Test
    void messagesDoNotShowIt() throws IOException {
        CommandLineRun run = CommandLineRun.of(
                "check", "-i", hosts, playbook("wanted"), "--vault-password-file", password, "-e", "x=" + VALUE);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.stderr()).contains("<hidden>").contains("site.yml:2:");
        assertThat(run.all()).doesNotContain(VALUE);
    }

    @Test
    void filesThatAreEncryptedAsAWhole() throws IOException {
        file("group_vars/all.yml", VaultTest.encrypted("file-1.2.yml"));
        CommandLineRun without = CommandLineRun.of("inventory", "--list", "-i", hosts);
        assertThat(without.exitCode()).isEqualTo(1);
        assertThat(without.stderr())
                .contains(
                        "group_vars/all.yml:1:1: error[IB207]: this file is encrypted with Ansible Vault (vault id \"lab\")");
        CommandLineRun list = CommandLineRun.of("inventory", "--list", "-i", hosts, "--vault-id", "lab@" + password);
        assertThat(list.exitCode()).as(list.stderr()).isZero();
        assertThat(list.stdout()).contains("\"mtu\": \"<hidden>\"").doesNotContain("shingle", "mud flat", "4092");
        CommandLineRun view = CommandLineRun.of("inventory", "-i", hosts, "--vault-id", password);
        assertThat(view.stdout()).contains("nested: <hidden>").doesNotContain("shingle", "mud flat", "4092");
    }

    @Test
    void passwordsFromPrograms() throws IOException {
        Path client =
                Path.of(file("pw-client.sh", "#!/bin/sh\n[ \"$*\" = \"--vault-id lab\" ] && echo 'grey heron 7'\n"));
        Files.setPosixFilePermissions(client, PosixFilePermissions.fromString("rwx------"));
        CommandLineRun run = CommandLineRun.of("check", "-i", hosts, playbook("wanted"), "--vault-id", "lab@" + client);
        assertThat(run.stderr()).contains("<hidden>").doesNotContain("IB207");
        CommandLineRun refused =
                CommandLineRun.of("inventory", "-i", hosts, "--vault-password-file", client.toString());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.stderr())
                .contains("error[IB207]: the vault password file gives no password: ended with status 1");
    }

    @Test
    void sourcesThatGiveNoPassword() throws IOException {
        CommandLineRun run = CommandLineRun.of(
                "inventory",
                "-i",
                hosts,
                "--vault-password-file",
                folder.resolve("none").toString(),
                "--vault-pass-file",
                file("empty", "\n"),
                "-J");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.stderr())
                .contains("the vault password file gives no password: no such file")
                .contains("the vault password file holds no password")
                .contains("there is no terminal to ask for the Vault password on");
    }

    @Test
    void variablesOfOneHost() {
        CommandLineRun run = CommandLineRun.of("inventory", "--host", "n1", "-i", hosts);
        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).startsWith("{\n    \"plain\": 1,\n    \"wanted\": {\n");
        assertThat(CommandLineRun.of("inventory", "--host", "n9", "-i", hosts).exitCode())
                .isEqualTo(1);
    }
}
