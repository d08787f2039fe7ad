package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InventoryTest {
    @Test
    void groupsOfOneDepthMergeByNameUnlessAPrioritySaysOtherwise() {
        assertThat(Reading.ini("[b]", "n", "[a]", "n", "[a:vars]", "v=1", "[b:vars]", "v=2")
                        .variables("n"))
                .isEqualTo("v=2");
    }

    @Test
    void depthIsTheLongestWayDown() {
        Reading read = Reading.ini("[x]", "n", "[p:children]", "q", "[q:children]", "x", "[r:children]", "x");
        assertThat(read.inventory().group("x").orElseThrow().depth()).isEqualTo(3);
        assertThat(read.inventory().host("n").orElseThrow().groups()).containsExactly("p", "r", "q", "x");
    }

    @Test
    void magicVariables() {
        Reading read = Reading.of(
                new MapFiles()
                        .with(
                                "inv/hosts",
                                "[sm]\ns1.example.org\n[all:children]\n[nodes:children]\nsm\n[lone]\n10.0.0.1"),
                "inv/hosts");
        Map<String, String> shown = new TreeMap<>();
        read.inventory()
                .magicVariables("s1.example.org")
                .forEach((name, value) -> shown.put(name, Reading.show(value)));
        assertThat(shown)
                .containsEntry("inventory_hostname", "'s1.example.org'")
                .containsEntry("inventory_hostname_short", "'s1'")
                .containsEntry("inventory_file", "'inv/hosts'")
                .containsEntry("inventory_dir", "'inv'")
                .containsEntry("group_names", "['nodes','sm']")
                .containsEntry(
                        "groups",
                        "{all:['10.0.0.1','s1.example.org'],ungrouped:[],sm:['s1.example.org'],"
                                + "nodes:['s1.example.org'],lone:['10.0.0.1']}");
        assertThat(shown.keySet()).containsExactlyInAnyOrderElementsOf(Inventory.MAGIC);
        assertThat(read.inventory().magicVariables("10.0.0.1"))
                .hasEntrySatisfying(
                        "inventory_hostname_short",
                        value -> assertThat(Reading.show(value)).isEqualTo("'10.0.0.1'"));
    }

    @Test
    void unknownNamesAreEmpty() {
        Inventory inventory = Reading.ini("n").inventory();
        assertThat(inventory.variables("x")).isEmpty();
        assertThat(inventory.hostsOf("x")).isEmpty();
        assertThat(inventory.group("x")).isEmpty();
    }

    @Test
    void membershipOfUngroupedIsSettledAtTheEnd() {
        Reading read = Reading.yaml("all: {hosts: {a: , b: }}", "ungrouped: {hosts: {b: , c: }}", "g: {hosts: {c: }}");
        assertThat(read.hostsOf(Group.UNGROUPED)).containsExactly("b", "a");
        assertThat(read.hostsOf("all")).containsExactly("a", "b", "c");
    }
}
