package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InventoryReaderTest {
    @Test
    void laterSourcesOverrideEarlierOnes() {
        var files = new MapFiles().with("a", "[g]\nn1 x=1 y=1").with("b", "[g]\nn1 y=2\nn2");
        Reading read = Reading.of(files, "a", "b").clean();
        assertThat(read.hostsOf("g")).containsExactly("n1", "n2");
        assertThat(read.variables("n1")).isEqualTo("x=1 y=2");
    }

    @Test
    void hostLists() {
        Reading read = Reading.of(new MapFiles(), "n1, n[2:3],", "n4:2222,").clean();
        assertThat(read.hostsOf(Group.UNGROUPED)).containsExactly("n1", "n2", "n3", "n4");
        assertThat(read.variables("n4")).isEqualTo("ansible_port=2222");
        assertThat(read.inventory().host("n2").orElseThrow().definedAt()).hasToString("n1, n[2:3],:1:5");
    }

    @Test
    void aHostOfNoGroupThatBearsAGroupsNameTakesTheGroupIntoUngrouped() {
        var files = new MapFiles()
                .with(
                        "a.yml",
                        "all: {hosts: {web: , n0: }, children: {web: {hosts: {n1: }}, ungrouped: {vars: {u: 1}}}}");
        Reading read = Reading.of(files, "a.yml");
        assertThat(read.messages()).containsExactly("1:15 warning IB208 \"web\" names both a host and a group");
        Group ungrouped = read.inventory().group(Group.UNGROUPED).orElseThrow();
        assertThat(ungrouped.children()).containsExactly("web");
        assertThat(ungrouped.hosts()).containsExactly("n0");
        assertThat(read.variables("n1")).isEqualTo("u=1");
        assertThat(read.variables("web")).isEmpty();
    }

    @Test
    void aHostOfNoGroupThatBearsTheNameOfUngroupedOrOfAGroupAboveIt() {
        String end = " is in no group, and the group of its name is \"ungrouped\" or above it";
        for (String name : List.of("all", "ungrouped", "web")) {
            String text = "all: {hosts: {" + name + ": }, children: {web: {children: {ungrouped: }}}}";
            assertThat(Reading.of(new MapFiles().with("a.yml", text), "a.yml").messages())
                    .contains("1:15 IB205 the host \"" + name + "\"" + end);
        }
    }

    @Test
    void aFolderIsReadInTheOrderOfNames() {
        var files = new MapFiles()
                .with("inv/10-first.ini", "[g]\nn1 x=1")
                .with("inv/20-second.yml", "g: {hosts: {n2: {x: 2}}}")
                .with("inv/sub/hosts", "[h]\nn3")
                .with("inv/group_vars/g.yml", "y: 1")
                .with("inv/.hidden", "[[")
                .with("inv/readme.md", "[[")
                .with("inv/hosts~", "[[")
                .with("inv/old.retry", "[[");
        Reading read = Reading.of(files, "inv").clean();
        assertThat(read.hostsOf("all")).containsExactly("n1", "n2", "n3");
        assertThat(read.variables("n2")).isEqualTo("x=2 y=1");
    }

    @Test
    void textIsReadAlthoughItMayBeExecuted() {
        Reading read = Reading.of(new MapFiles().with("hosts", "[g]\nn1").withMode("hosts", true), "hosts")
                .clean();
        assertThat(read.hostsOf("g")).containsExactly("n1");
    }

    @Test
    void aScriptMustBeExecutable() {
        var files = new MapFiles().withScript("list", Map.of("--list", "{}")).withMode("list", false);
        assertThat(Reading.of(files, "list").messages())
                .containsExactly("1:1 IB200 this inventory script may not be executed");
    }

    @Test
    void sourcesThatCannotBeRead() {
        assertThat(Reading.of(new MapFiles(), "hosts").messages())
                .containsExactly("1:1 IB200 there is no inventory \"hosts\"");
        var files = new MapFiles().with("a", "$ANSIBLE_VAULT;1.1;AES256\n6162").with("b.toml", "[g.hosts]");
        assertThat(Reading.of(files, "a", "b.toml").messages())
                .containsExactly(
                        "1:1 IB207 this file is damaged: a part of it is missing",
                        "1:1 IB200 TOML inventories are not supported");
    }
}
