package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IniReaderTest {
    @Test
    void hostsBeforeAnySectionAreUngrouped() {
        Reading read = Reading.ini("alone", "[sm]", "sm1", "alone").clean();
        assertThat(read.hostsOf("sm")).containsExactly("sm1", "alone");
        assertThat(read.hostsOf(Group.UNGROUPED)).isEmpty();
        assertThat(Reading.ini("a", "b").clean().hostsOf(Group.UNGROUPED)).containsExactly("a", "b");
    }

    @Test
    void childrenMayBeDeclaredLater() {
        Reading read = Reading.ini("[fabric:children]", "sm", "nodes", "", "[sm]", "s1", "[nodes]", "n[1:2]")
                .clean();
        assertThat(read.hostsOf("fabric")).containsExactly("s1", "n1", "n2");
        assertThat(read.inventory().group("sm").orElseThrow().depth()).isEqualTo(2);
        assertThat(read.inventory().host("n1").orElseThrow().groups()).containsExactly("fabric", "nodes");
    }

    @Test
    void variablesOfAGroupMayStandBeforeIt() {
        Reading read = Reading.ini("[sm:vars]", "sm_priority = 5", "[sm]", "s1").clean();
        assertThat(read.variables("s1")).isEqualTo("sm_priority=5");
    }

    @Test
    void rangesSharePortAndVariables() {
        Reading read = Reading.ini("node[08:10]:2200 rack=a").clean();
        assertThat(read.hostsOf("all")).containsExactly("node08", "node09", "node10");
        assertThat(read.variables("node09")).isEqualTo("ansible_port=2200 rack='a'");
    }

    @Test
    void addressesOfIpVersion6() {
        Reading read = Reading.ini("fe80::1 a=1", "[fe80::2]:2222").clean();
        assertThat(read.hostsOf("all")).containsExactly("fe80::1", "fe80::2");
        assertThat(read.variables("fe80::2")).isEqualTo("ansible_port=2222");
    }

    @Test
    void commentsEndHostLinesAndChildrenButNotVariables() {
        Reading read = Reading.ini(
                "[g] # c", "n1 a=x#y b=2", "n2 # c", "[p:children]", "g # c", "[g:vars]", "v=5 # five", "w=red # blue");
        assertThat(read.variables("n1")).isEqualTo("a='x' v=5 w='red # blue'");
        assertThat(read.hostsOf("p")).containsExactly("n1", "n2");
        assertThat(read.messages())
                .containsExactly("8:3 warning IB209 the text from # on is part of the value of \"w\"");
    }

    @Test
    void quotesAndNestedQuotes() {
        Reading read = Reading.ini(
                        "g1 ansible_ssh_common_args='-o ProxyCommand=\"ssh -W %h:%p jump@gw1\"' m=\"a b\"",
                        "[all:vars]", "t=\"x y\"", "l=[\"one\", 2]")
                .clean();
        assertThat(read.variables("g1"))
                .isEqualTo(
                        "ansible_ssh_common_args='-o ProxyCommand=\"ssh -W %h:%p jump@gw1\"' l=['one',2] m='a b' t='x y'");
    }

    @Test
    void valuesHaveTheirOwnPlace() {
        Reading read = Reading.ini("  n1  rack=a  sm_priority=15", "[all:vars]", "mtu = 4096")
                .clean();
        assertThat(read.variable("n1", "sm_priority").span()).hasToString("hosts.ini:1:27");
        assertThat(read.variable("n1", "mtu").span()).hasToString("hosts.ini:3:7");
    }

    @Test
    void columnsCountCodePoints() {
        Reading read = Reading.ini("n1 a=\ud83d\ude00 b=1").clean();
        assertThat(read.variable("n1", "b").span().column()).isEqualTo(10);
    }

    @Test
    void aPriorityIsNoVariable() {
        Reading read = Reading.ini(
                        "[a]", "n", "[b]", "n", "[a:vars]", "ansible_group_priority=2", "v=a", "[b:vars]", "v=b")
                .clean();
        assertThat(read.variables("n")).isEqualTo("v='a'");
    }

    @Test
    void allMistakesOfAFileInOneRun() {
        Reading read = Reading.ini(
                "[web",
                "skipped = yes no",
                "[db:child]",
                "x",
                "[nodes]",
                "node[1-9]",
                "node[01:9]",
                "n1 a = b",
                "n2 b='c",
                "n3:port",
                "[nodes:vars]",
                "nothing",
                "[top:children]",
                "nods");
        assertThat(read.messages())
                .containsExactly(
                        "1:1 IB203 the bracket of this section is not closed",
                        "3:1 IB203 there is no section kind \"child\"",
                        "6:1 IB202 [1-9] is not a range",
                        "7:1 IB202 the ends of the range [01:9] must have the same number of digits",
                        "8:4 IB201 expected key=value, not \"a\"",
                        "9:6 IB201 a quote is not closed",
                        "10:1 IB201 \"port\" is not a port number",
                        "12:1 IB201 expected key=value",
                        "14:1 IB204 the group \"nods\" is not defined in this file");
        assertThat(read.said().get(1).hint()).contains("did you mean [db:children]?");
        assertThat(read.said().getLast().hint()).contains("did you mean \"nodes\"?");
    }

    @ParameterizedTest
    @CsvSource({
        "[g x], \"[g x]\" is not a section",
        "[g:], \"[g:]\" is not a section",
        "[g:var], there is no section kind \"var\"",
        "[], \"[]\" is not a section",
    })
    void brokenSections(String line, String message) {
        assertThat(Reading.ini(line).messages()).containsExactly("1:1 IB203 " + message);
    }

    @Test
    void variablesOfAnUnknownGroup() {
        assertThat(Reading.ini("[sm]", "[smx:vars]", "a=1").messages())
                .containsExactly(
                        "2:1 IB204 variables are set for the group \"smx\", which is not defined in this file");
    }

    @Test
    void groupsInALoop() {
        assertThat(Reading.ini("[a:children]", "b", "[b:children]", "c", "[c:children]", "a")
                        .messages())
                .containsExactly("6:1 IB205 the group \"a\" is already above \"c\": this closes a loop");
        assertThat(Reading.ini("[a:children]", "a").messages())
                .containsExactly("2:1 IB205 the group \"a\" cannot be its own child");
    }

    @Test
    void aYamlFileUnderAnotherName() {
        assertThat(Reading.ini("---", "all:").messages().getFirst()).isEqualTo("1:1 IB201 \"---\" is no host");
    }

    @Test
    void aLaterPortIsIgnoredAsInAnsible() {
        Reading read = Reading.ini("n1", "n1:2222");
        assertThat(read.variables("n1")).isEmpty();
        assertThat(read.messages()).containsExactly("2:1 warning IB209 the port of \"n1\" is ignored here");
    }

    @Test
    void namesThatWorkButNotEverywhere() {
        assertThat(Reading.ini("[sm-hosts]", "web", "[web]", "x", "[a-b]").messages())
                .containsExactly(
                        "1:1 warning IB208 the group name \"sm-hosts\" (and 1 more) is not a valid variable name",
                        "2:1 warning IB208 \"web\" names both a host and a group");
    }
}
