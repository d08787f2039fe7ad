package dev.ibplay.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Located;
import dev.ibplay.resource.ChangePolicy.SmActivation;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What playbooks may say of subnet managers, and where two plays disagree. */
class OpensmStateTest {
    private final SiteFiles site = new SiteFiles("""
            all:
              hosts:
                sm1: {ibplay_fabrics: {mlx5_0/1: compute, mlx5_1/1: storage, mlx5_1/2: storage}}
                sm2: {}
            """);

    private List<SubnetManager> opensm(String... values) {
        var playbook = new StringBuilder();
        for (String value : values) {
            playbook.append("- hosts: sm1\n  state: {opensm: ").append(value).append("}\n");
        }
        return site.subnetManagers("sm1", playbook.toString());
    }

    @Test
    void allThatIsSaidOfOneInstance() {
        SubnetManager opensm = opensm("""
                        {enabled: no, priority: 7, partitions_exclusive: true, sm_activation: handover, sm_timeout: 2m,
                         allow_outage: yes, options: {sweep_interval: 20, qos: TRUE, subnet_prefix: 0xfe80000000000001}}""").getFirst();
        assertThat(site.messages()).isEmpty();
        assertThat(opensm.key()).isEqualTo("opensm");
        assertThat(opensm.enabled()).map(Located::value).contains(false);
        assertThat(opensm.priority()).map(Located::value).contains(7);
        assertThat(opensm.isExclusive()).isTrue();
        assertThat(opensm.policy().activation()).map(Located::value).contains(SmActivation.HANDOVER);
        assertThat(opensm.policy().timeoutOrDefault()).isEqualTo(Duration.ofMinutes(2));
        assertThat(opensm.policy().allowsOutage()).isTrue();
        assertThat(opensm.options().entrySet())
                .extracting(option -> option.getKey() + " " + option.getValue().value())
                .containsExactly("sweep_interval 20", "qos TRUE", "subnet_prefix 0xfe80000000000001");
    }

    @Test
    void instancesByPortAndByFabric() {
        List<SubnetManager> both = opensm("[{port: mlx5_0/1, priority: 5}, {fabric: storage, priority: 6}]");
        assertThat(both).extracting(SubnetManager::key).containsExactly("opensm mlx5_0/1", "opensm storage");
        assertThat(both.getLast().instance().ports()).containsExactly("mlx5_1/1", "mlx5_1/2");
        assertThat(opensm("{fabric: compute}").getFirst().instance().ports()).containsExactly("mlx5_0/1");
        assertThat(opensm("[{priority: 5}]").getFirst().instance().isOnly()).isTrue();
        assertThat(site.messages()).isEmpty();
        opensm("{fabric: backup}");
        assertThat(site.messages()).containsExactly("error: no port of this host is in a fabric \"backup\"");
    }

    @Test
    void severalPlaysOfOneInstanceAreOne() {
        List<SubnetManager> opensm = opensm(
                "[{fabric: storage, priority: 6}, {fabric: compute}]",
                "{fabric: storage, enabled: yes, options: {qos: TRUE}, partitions: [{pkey: 6, scope: 5}]}",
                "{fabric: storage, options: {sweep_interval: 5}, partitions: [{pkey: 6, qkey: 0x80000000}]}");
        assertThat(site.messages()).isEmpty();
        assertThat(opensm).hasSize(2);
        SubnetManager storage = opensm.getFirst();
        assertThat(storage.enabled()).map(Located::value).contains(true);
        assertThat(storage.options().keySet()).containsExactly("qos", "sweep_interval");
        Partition six = storage.partitions().getFirst();
        assertThat(six.group().scope()).map(Located::value).contains(5);
        assertThat(six.group().qkey()).map(Located::value).contains(0x8000_0000L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{port: mlx5_1/1}; {fabric: storage}; \"opensm mlx5_1/1\" and \"opensm storage\" of sm1 may be the same",
                "{priority: 5}; {fabric: storage}; \"opensm\" and \"opensm storage\" of sm1 may be the same",
                "{port: mlx5_0/1}; {fabric: storage}; ''",
            })
    void oneInstanceGoesByOneName(String first, String second, String message) {
        opensm(first, second);
        assertThat(site.messages())
                .containsExactlyElementsOf(
                        message.isEmpty() ? List.of() : List.of("error: " + message + " subnet manager"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "enabled: yes; enabled: no; opensm enabled",
                "priority: 5; priority: 6; opensm priority",
                "partitions_exclusive: yes; partitions_exclusive: no; opensm partitions_exclusive",
                "sm_activation: restart; sm_activation: handover; opensm sm_activation",
                "sm_timeout: 60s; sm_timeout: 2m; opensm sm_timeout",
                "allow_outage: yes; allow_outage: no; opensm allow_outage",
                "options: {sm_key: 0x1234}; options: {sm_key: 0x4321}; opensm options.sm_key",
                "port: mlx5_0/1, priority: 5; port: mlx5_0/1, priority: 6; opensm mlx5_0/1 priority",
            })
    void playsThatDisagree(String first, String second, String what) {
        opensm("{" + first + "}", "{" + first + "}");
        assertThat(site.messages()).isEmpty();
        opensm("{" + first + "}", "{" + second + "}");
        assertThat(site.messages()).containsExactly("error: two plays give " + what + " of sm1 different values");
        assertThat(site.problems.sorted().toString()).doesNotContain("1234", "4321");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "mtu: 2048; mtu: 4096; mtu",
                "scope: 2; scope: 5; scope",
                "qkey: 0xb1b; qkey: 2844; qkey",
                "tclass: 1; tclass: 2; tclass",
                "flow_label: 1; flow_label: 2; flow_label",
                "indx0: yes; indx0: no; indx0",
                "both: yes; both: no; both",
                "state: absent; ipoib: yes; state",
                "state: present; state: absent; state",
                "members_add: {sm2: full}; members_add: {sm2: limited}; member sm2",
                "members_add: {sm2: full}; members_remove: [sm2]; member sm2",
                "members: {ALL: full, SELF: full}; members: {SELF: full, ALL: limited}; members",
                "groups: [{mgid: 'ff12::1'}]; groups: [{mgid: 'ff12::2'}]; groups",
                "groups: [{mgid: 'ff12::1', mtu: 2048}]; groups: [{mgid: 'ff12::1', mtu: 4096}]; groups",
            })
    void playsThatDisagreeOnAPartition(String first, String second, String what) {
        opensm("{partitions: [{pkey: 6, " + first + "}]}", "{partitions: [{pkey: 0x8006, " + first + "}]}");
        assertThat(site.messages()).isEmpty();
        opensm("{partitions: [{pkey: 6, " + first + "}]}", "{partitions: [{pkey: 0x8006, " + second + "}]}");
        assertThat(site.messages())
                .containsExactly("error: two plays give partition 0x0006 " + what + " of sm1 different values");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "qkey: 0xb1b; qkey: 2843",
                "members: {ALL: full, SELF: full}; members: {SELF: full, ALL: full}",
                "groups: [{mgid: 'ff12::1'}, {mgid: 'ff12::2'}]; groups: [{mgid: 'FF12::2'}, {mgid: 'ff12:0::1'}]",
                "members_add: {sm2: full}; members_add: {sm1: limited}",
                "accept_lockout: [sm1]; accept_lockout: [sm2]",
            })
    void playsThatAgreeInOtherWords(String first, String second) {
        opensm("{partitions: [{pkey: 6, " + first + "}]}", "{partitions: [{pkey: 6, " + second + "}]}");
        assertThat(site.messages()).isEmpty();
    }

    @Test
    void theWholeMembershipLeavesNothingToAdd() {
        opensm(
                "{partitions: [{pkey: 6, members: {ALL: full}}]}",
                "{partitions: [{pkey: 6, members_add: {sm2: full}}]}",
                "{partitions: [{pkey: 6, mtu: 2048}]}");
        assertThat(site.messages())
                .containsExactly(
                        "error: one play gives all members of partition 0x0006 of sm1, another one adds or removes some");
    }

    @Test
    void secretsOfOptionsAreNoPartOfTheRecordsText() {
        SubnetManager opensm =
                opensm("{options: {sm_key: 0x1234, sweep_interval: 4321}}").getFirst();
        assertThat(opensm.toString()).contains("sm_key").doesNotContain("1234", "4321");
        assertThat(opensm.options().values()).extracting(Located::value).containsExactly("0x1234", "4321");
    }
}
