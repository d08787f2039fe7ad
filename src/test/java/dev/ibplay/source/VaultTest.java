package dev.ibplay.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Secret;
import dev.ibplay.source.vault.VaultPassword;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Encrypted texts were made by ansible-vault 2.14 from values of this test's own. */
public class VaultTest {
    static final VaultPassword HERON = password("default", "grey heron 7");
    static final VaultPassword SITE = password("prod", "site-Ü");

    private final Problems problems = new Problems();

    static VaultPassword password(String label, String text) {
        return new VaultPassword(label, Secret.of(text), "pw-" + label);
    }

    /** A text that ansible-vault has encrypted, from this test's resources. */
    public static String encrypted(String name) {
        try (InputStream stream = VaultTest.class.getResourceAsStream("vault/" + name)) {
            return new String(Optional.ofNullable(stream).orElseThrow().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private Optional<String> open(String envelope, VaultPassword... passwords) {
        var value = new Node.Vaulted(envelope, new Vault(List.of(passwords)), Span.startOf("vars.yml"));
        return Templates.render(value, Scope.of(Map.of("inventory_hostname", text("ebb"))), problems)
                .map(node -> ((Node.Scalar) node).text());
    }

    private static Node text(String text) {
        return Node.Scalar.quoted(text, Span.startOf("x"));
    }

    private String said() {
        assertThat(problems.sorted()).hasSize(1);
        Diagnostic only = problems.sorted().getFirst();
        return only.message() + " | " + only.hint().orElse("");
    }

    @Test
    void bothFormats() {
        assertThat(open(encrypted("value-1.1.txt"), HERON)).contains("kelp-Forest-91");
        assertThat(open(encrypted("value-1.2.txt"), SITE)).contains("tide ebb");
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void labelsSayOnlyWhatIsTriedFirst() {
        assertThat(open(encrypted("value-1.2.txt"), HERON, password("other", "site-Ü")))
                .contains("tide ebb");
    }

    @Test
    void aWholeFile() {
        var vault = new Vault(List.of(HERON));
        var file = new SourceText("group_vars/all.yml", encrypted("file-1.2.yml"));
        var root = (Node.Mapping) YamlReader.read(file, vault, problems).orElseThrow();
        assertThat(root.get("mtu").map(node -> ((Node.Scalar) node).text())).contains("4092");
        assertThat(root.entries())
                .allMatch(entry -> vault.isFromEncryptedFile(entry.value().span()));
        root.entries().forEach(entry -> vault.keepSecret(entry.value()));
        // Not the MTU, which is in all output.
        assertThat(vault.secrets()).containsExactlyInAnyOrder(Secret.of("mud flat 3"), Secret.of("shingle-22"));
    }

    @Test
    void valuesInYamlAndJson() {
        var vault = new Vault(List.of(HERON));
        String value = encrypted("value-1.1.txt").indent(4);
        var yaml = (Node.Mapping) YamlReader.read(new SourceText("a.yml", "x: !vault |\n" + value), vault, problems)
                .orElseThrow();
        String json =
                "{\"x\": {\"__ansible_vault\": \"" + encrypted("value-1.1.txt").replace("\n", "\\n") + "\"}}";
        var exported = (Node.Mapping)
                YamlReader.read(new SourceText("a.json", json), vault, problems).orElseThrow();
        for (Node.Mapping read : List.of(yaml, exported)) {
            assertThat(Templates.variable(
                            "x", Scope.of(Map.of("x", read.get("x").orElseThrow())), problems))
                    .map(node -> ((Node.Scalar) node).text())
                    .contains("kelp-Forest-91");
        }
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void whatIsNotUsedNeedsNoPassword() {
        String value = encrypted("value-1.1.txt").indent(4);
        YamlReader.read(new SourceText("a.yml", "x: !vault |\n" + value + "y: 1\n"), Vault.NONE, problems);
        assertThat(problems.isEmpty()).isTrue();
        assertThat(open(encrypted("value-1.1.txt"))).isEmpty();
        assertThat(said())
                .isEqualTo("this value is encrypted with Ansible Vault, and no password was given | give it with "
                        + "--vault-password-file FILE, --vault-id LABEL@FILE or --ask-vault-pass");
    }

    @Test
    void wrongPasswords() {
        assertThat(open(encrypted("value-1.2.txt"), HERON, password("prod", "site-U")))
                .isEmpty();
        assertThat(said())
                .startsWith("no password opens this value (vault id \"prod\"); tried: pw-default, pw-prod | ")
                .doesNotContain("heron", "site-U");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "$ANSIBLE_VAULT;1.0;AES256/61            | has version 1.0 of the format",
                "$ANSIBLE_VAULT;1.1;AES/61               | is encrypted with AES; only AES256",
                "$ANSIBLE_VAULT;1.1/61                   | is damaged: its first line is cut",
                "$ANSIBLE_VAULT;1.1;AES256                | is damaged: a part of it is missing",
                "$ANSIBLE_VAULT;1.1;AES256/6z            | is damaged: it is cut, or holds something other",
                "$ANSIBLE_VAULT;1.1;AES256/610           | is damaged: it is cut",
                "$ANSIBLE_VAULT;1.1;AES256/36310a36310a3631 | is damaged: a part of it is cut",
                "hunter2                                  | does not begin with $ANSIBLE_VAULT",
            })
    void damage(String envelope, String message) {
        assertThat(open(envelope.replace('/', '\n'), HERON)).isEmpty();
        assertThat(said()).startsWith("this value " + message).doesNotContain("hunter2");
    }

    @Test
    void oneChangedDigitIsFoundOut() {
        String sound = encrypted("value-1.1.txt");
        int digit = sound.lastIndexOf('3');
        assertThat(open(sound.substring(0, digit) + "4" + sound.substring(digit + 1), HERON))
                .isEmpty();
        assertThat(said()).contains("or was damaged");
    }

    @Test
    void shortTextsAndWordsThatAreEverywhereAreNotHidden() {
        var vault = new Vault(List.of(HERON));
        var file = new SourceText("v.yml", encrypted("file-1.2.yml"));
        vault.open(file, problems);
        var inFile = Span.startOf("v.yml");
        for (String text : List.of("abc", "yes", "null", "65520", "12.5", "oak-7", "123456", "  padded \n")) {
            vault.keepSecret(Node.Scalar.quoted(text, inFile));
        }
        vault.keepSecret(text("not from the file"));
        assertThat(vault.secrets())
                .containsExactlyInAnyOrder(Secret.of("oak-7"), Secret.of("123456"), Secret.of("padded"));
    }
}
