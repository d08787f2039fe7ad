package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Problems;
import dev.ibplay.source.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariableFilesTest {
    private static String value(MapFiles files) {
        var problems = new Problems();
        var reader = new InventoryReader(files, problems);
        Inventory inventory = reader.withPlaybookFolder(reader.read(List.of("inv/hosts")), "play");
        assertThat(problems.sorted()).isEmpty();
        Node value = inventory.variables("n1").get("v");
        return value == null ? "unset" : Reading.show(value);
    }

    /** Ansible's order, the weakest place first: each step adds a place that must win over all before it. */
    @Test
    void precedence() {
        var files = new MapFiles().with("inv/hosts", "[g]\nn1\n[p:children]\ng\n[all:vars]\nv=1");
        assertThat(value(files)).isEqualTo("1");
        files.with("inv/hosts", "[g]\nn1\n[p:children]\ng\n[all:vars]\nv=1\n[p:vars]\nv=2");
        assertThat(value(files)).isEqualTo("2");
        files.with("inv/hosts", "[g]\nn1\n[p:children]\ng\n[p:vars]\nv=2\n[g:vars]\nv=3");
        assertThat(value(files)).isEqualTo("3");
        assertThat(value(files.with("inv/group_vars/all.yml", "v: 4"))).isEqualTo("4");
        assertThat(value(files.with("play/group_vars/all", "v: 5"))).isEqualTo("5");
        assertThat(value(files.with("inv/group_vars/p.json", "{\"v\": 6}"))).isEqualTo("6");
        assertThat(value(files.with("inv/group_vars/g.yaml", "v: 7"))).isEqualTo("7");
        assertThat(value(files.with("play/group_vars/p.yml", "v: 8"))).isEqualTo("8");
        assertThat(value(files.with("play/group_vars/g.yml", "v: 9"))).isEqualTo("9");
        files.with("inv/hosts", "[g]\nn1 v=10\n[p:children]\ng");
        assertThat(value(files)).isEqualTo("10");
        assertThat(value(files.with("inv/host_vars/n1.yml", "v: 11"))).isEqualTo("11");
        assertThat(value(files.with("play/host_vars/n1", "v: 12"))).isEqualTo("12");
    }

    /** Within one source's folder the order of groups decides, between two the order of the sources. */
    @Test
    void theFolderOfALaterSourceOverridesAllGroupsOfAnEarlierOne() {
        var files = new MapFiles()
                .with("one/hosts", "[a]\nn1\n[b]\nn1\n")
                .with("two/hosts", "n1\n")
                .with("one/group_vars/b.yml", "v: 1")
                .with("two/group_vars/a.yml", "v: 2");
        Reading read = Reading.of(files, "one/hosts", "two/hosts", "one").clean();
        assertThat(read.variables("n1")).isEqualTo("v=1");
        read = Reading.of(files, "one/hosts", "two/hosts").clean();
        assertThat(read.variables("n1")).isEqualTo("v=2");
        files.with("one/host_vars/n1.yml", "v: 3").with("two/group_vars/all.yml", "v: 4");
        assertThat(Reading.of(files, "one/hosts", "two/hosts").clean().variables("n1"))
                .isEqualTo("v=3");
    }

    @Test
    void aFolderGoesBeforeAFileAndIsReadWhole() {
        var files = new MapFiles()
                .with("inv/hosts", "n1")
                .with("inv/host_vars/n1/10.yml", "v: 1")
                .with("inv/host_vars/n1/20", "v: 2")
                .with("inv/host_vars/n1/30.txt", "v: 3")
                .with("inv/host_vars/n1/.40.yml", "v: 4")
                .with("inv/host_vars/n1/50.yml~", "v: 5")
                .with("inv/host_vars/n1/60.d/x.yml", "v: 6")
                .with("inv/host_vars/n1.yml", "v: 7");
        assertThat(value(files)).isEqualTo("2");
        assertThat(value(files.with("inv/host_vars/n1/sub/x.yml", "v: 8"))).isEqualTo("8");
    }

    @Test
    void filesOfOthersAreNotOpened() {
        var files = new MapFiles()
                .with("inv/hosts", "n1")
                .with("inv/group_vars/other.yml", "[broken")
                .with("inv/host_vars/n2.yml", "[broken");
        value(files);
        assertThat(files.filesRead()).containsExactly("inv/hosts");
    }

    @Test
    void mistakes() {
        var files = new MapFiles()
                .with("hosts", "[g]\nn1")
                .with("group_vars/all.yml", "- a")
                .with("group_vars/g", "$ANSIBLE_VAULT;1.1;AES256\n6162")
                .with("host_vars/n1.yml", "a: [");
        assertThat(Reading.of(files, "hosts").messages())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo("1:1 IB206 a file of variables must be a mapping, not a list"),
                        line -> assertThat(line).contains("IB207"),
                        line -> assertThat(line).contains("IB003"));
    }

    @Test
    void aPriorityHasNoEffectInThem() {
        var files = new MapFiles().with("hosts", "[g]\nn1").with("group_vars/g.yml", "ansible_group_priority: 2");
        assertThat(Reading.of(files, "hosts").messages())
                .containsExactly("1:25 warning IB209 ansible_group_priority has no effect here");
    }
}
