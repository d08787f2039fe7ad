package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.source.Node;
import org.junit.jupiter.api.Test;

class YamlInventoryReaderTest {
    @Test
    void groupsHostsAndVariables() {
        Reading read = Reading.yaml(
                        "all:",
                        "  hosts:",
                        "    login1:",
                        "  vars: {ansible_user: ops}",
                        "  children:",
                        "    sm:",
                        "      hosts:",
                        "        sm[1:2]:",
                        "          sm_priority: 5",
                        "          ports: [{name: mlx5_0/1, guid: 0x0002c90300a1b2c3}]",
                        "    nodes:",
                        "      vars:",
                        "        ansible_group_priority: 3",
                        "      children: {rack_a: }",
                        "    rack_a:",
                        "      hosts: a1:2222")
                .clean();
        assertThat(read.hostsOf("all")).containsExactly("login1", "sm1", "sm2", "a1");
        assertThat(read.hostsOf(Group.UNGROUPED)).containsExactly("login1");
        assertThat(read.hostsOf("nodes")).containsExactly("a1");
        assertThat(read.inventory().group("nodes").orElseThrow().priority()).isEqualTo(3);
        assertThat(read.inventory().group("rack_a").orElseThrow().depth()).isEqualTo(2);
        assertThat(read.variables("sm2"))
                .isEqualTo("ansible_user=ops ports=[{name:mlx5_0/1,guid:0x0002c90300a1b2c3}] sm_priority=5");
        assertThat(read.variables("a1")).isEqualTo("ansible_port=2222 ansible_user=ops");
        assertThat(read.variable("sm1", "sm_priority").span()).hasToString("hosts.yml:9:24");
    }

    @Test
    void anEmptyFileIsAnEmptyInventory() {
        assertThat(Reading.yaml("# nothing yet", "").clean().hostsOf("all")).isEmpty();
        assertThat(Reading.yaml("---", "all:", "  hosts:").clean().hostsOf("all"))
                .isEmpty();
    }

    @Test
    void keysThatLookLikeNumbersAreText() {
        Reading read =
                Reading.yaml("all:", "  hosts:", "    17:", "      x: {0: a}").clean();
        assertThat(read.variables("17")).isEqualTo("x={0:a}");
    }

    @Test
    void allMistakesOfAFileInOneRun() {
        Reading read = Reading.yaml(
                "web:",
                "  host:",
                "    a:",
                "  hosts:",
                "    - b",
                "db:",
                "  - c",
                "sm:",
                "  hosts:",
                "    s1: 5",
                "    s[1-2]:",
                "  vars: [1]",
                "  children:",
                "    sm:");
        assertThat(read.messages())
                .containsExactly(
                        "2:3 warning IB209 the key \"host\" of the group \"web\" is ignored",
                        "5:5 IB206 \"hosts\" of the group \"web\" must be a mapping, not a list",
                        "7:3 IB206 the group \"db\" must be a mapping, not a list",
                        "10:9 IB206 the host \"s1\" must be a mapping of its variables, not a single value",
                        "11:5 IB202 [1-2] is not a range",
                        "12:9 IB206 \"vars\" of the group \"sm\" must be a mapping, not a list",
                        "14:5 IB205 the group \"sm\" cannot be its own child");
        assertThat(read.hint()).isEqualTo("did you mean \"hosts\"?");
    }

    @Test
    void whatAnsibleInventoryExports() {
        var files = new MapFiles().with("all.json", """
                {"_meta": {"hostvars": {"n1": {"p": 1, "t": {"__ansible_unsafe": "{{ x"}}}},
                 "all": {"children": ["ungrouped", "web"]},
                 "ungrouped": {"hosts": ["n2"]},
                 "web": {"hosts": ["n1"]}}
                """);
        Reading read = Reading.of(files, "all.json").clean();
        assertThat(read.hostsOf("web")).containsExactly("n1");
        assertThat(read.hostsOf("ungrouped")).containsExactly("n2");
        assertThat(read.variables("n1")).isEqualTo("p=1 t='{{ x'");
        assertThat(read.variable("n1", "t")).matches(node -> !((Node.Scalar) node).isTemplate());
    }

    @Test
    void otherThingsThanInventories() {
        assertThat(Reading.yaml("- hosts: all").messages())
                .containsExactly("1:1 IB206 a YAML inventory must be a mapping of groups, not a list");
        assertThat(Reading.yaml("plugin: amazon.aws.aws_ec2", "regions: [x]").messages())
                .containsExactly(
                        "1:1 IB200 this configures one of Ansible's inventory plugins, which cannot be run here");
        assertThat(Reading.yaml("all:", "  hosts:", "   a: {x: 1", "b")
                        .messages()
                        .getFirst())
                .contains("IB003");
        assertThat(Reading.yaml("all:", "  hosts:", "    a: {p: !thing abc}")
                        .messages()
                        .getFirst())
                .contains("IB005");
    }
}
