package dev.ibplay.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Secret;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.source.Node;
import dev.ibplay.source.Vault;
import dev.ibplay.source.VaultTest;
import dev.ibplay.source.vault.VaultPassword;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlayVariablesTest {
    private final MapFiles files = new MapFiles();
    private final Problems problems = new Problems();

    private Map<String, String> read(String keys) {
        files.with("pb/site.yml", "- hosts: all\n  " + keys.replace("\n", "\n  ") + "\n  state: {}\n");
        Map<String, Node> extra = Map.of("env", Node.Scalar.quoted("prod", Span.startOf("-e")));
        var plays =
                new PlaybookParser(files, extra, problems).parse("pb/site.yml").plays();
        Map<String, String> texts = new TreeMap<>();
        plays.forEach(play -> play.variables().forEach((name, node) -> {
            if (node instanceof Node.Scalar scalar) {
                texts.put(name, scalar.text());
            }
        }));
        return texts;
    }

    private List<String> said() {
        return problems.sorted().stream().map(Diagnostic::message).toList();
    }

    @Test
    void laterFilesWinAndVarsIsTheFirst() {
        files.with("pb/a.yml", "x: a\ny: a").with("pb/b.yml", "y: b");
        assertThat(read("vars: {x: v, z: v}\nvars_files: [a.yml, b.yml]"))
                .isEqualTo(Map.of("x", "a", "y", "b", "z", "v"));
        assertThat(said()).isEmpty();
    }

    @Test
    void theFolderVarsIsLookedIntoFirst() {
        files.with("pb/vars/a.yml", "x: inner").with("pb/a.yml", "x: outer").with("pb/vars/b.yml", "y: b");
        assertThat(read("vars_files: a.yml")).isEqualTo(Map.of("x", "inner"));
        assertThat(read("vars_files: [vars/b.yml]")).isEqualTo(Map.of("y", "b"));
    }

    @Test
    void theFirstOfSeveralThatExists() {
        files.with("pb/prod.yml", "x: prod").with("pb/default.yml", "x: default");
        assertThat(read("vars_files: [[\"none.yml\", \"{{ env }}.yml\", default.yml]]"))
                .isEqualTo(Map.of("x", "prod"));
        assertThat(said()).isEmpty();
        read("vars_files: [[none.yml, nor.yml]]");
        assertThat(said()).containsExactly("none of these files exists: none.yml, nor.yml");
    }

    @Test
    void namesSeeNoVariablesOfHosts() {
        read("vars_files: [\"{{ rack }}.yml\"]");
        assertThat(said()).containsExactly("the variable \"rack\" is not defined");
        assertThat(problems.sorted().getFirst().hint().orElse("")).contains("host_vars");
    }

    @Test
    void encryptedOnes() {
        files.withVault(new Vault(List.of(new VaultPassword("lab", Secret.of("grey heron 7"), "test"))))
                .with("pb/secret.yml", VaultTest.encrypted("file-1.2.yml"));
        assertThat(read("vars_files: [secret.yml]")).containsEntry("mtu", "4092");
        assertThat(files.vault().secrets()).contains(Secret.of("mud flat 3"));
    }
}
