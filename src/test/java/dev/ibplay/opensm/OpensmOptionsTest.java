package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpensmOptionsTest {
    private static OpensmOption option(String key) {
        return OpensmOptions.find(key).orElseThrow();
    }

    @Test
    void theTableIsTheFileThatOpenSmWrites() throws IOException {
        var written = new LinkedHashMap<String, String>();
        for (String line : Files.readAllLines(SharedCorpus.require("fixtures/opensm/opensm.conf.default-3.3.23"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split(" ", 2);
                written.put(parts[0], parts[1]);
            }
        }
        Map<String, String> known = new LinkedHashMap<>();
        OpensmOptions.known().stream()
                .filter(o -> !o.isForkOnly())
                .forEach(o -> known.put(o.key(), o.byDefault().orElseThrow()));
        assertThat(written).hasSize(160);
        assertThat(known).containsExactlyInAnyOrderEntriesOf(written);
    }

    @Test
    void nothingIsSaidOfTheFileThatOpenSmWrites() throws IOException {
        String text = Files.readString(SharedCorpus.require("fixtures/opensm/opensm.conf.default-3.3.23"));
        assertThat(OpensmConf.parse("f", text).diagnostics()).isEmpty();
    }

    @Test
    void everyDefaultIsAValueOfItsKey() {
        for (OpensmOption option : OpensmOptions.known()) {
            if (!option.type().isPerServiceLevel() && option.byDefault().isPresent()) {
                String value = option.byDefault().get();
                assertThat(option.check(value)).as(option.key()).isEmpty();
                assertThat(option.written(value)).as(option.key()).isEqualTo(value);
                assertThat(option.effective(value)).as(option.key()).isEqualTo(value);
            }
            assertThat(option.reads(OpensmConf.parse("f", "")).value())
                    .as(option.key())
                    .isEqualTo(option.byDefault());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "qos|yes|TRUE",
                "qos|True|TRUE",
                "qos|FALSE|FALSE",
                "qos|off|FALSE",
                "sm_priority|0xF|15",
                "packet_life_time|16|0x10",
                "guid|0x2c90300a1b2c3|0x0002c90300a1b2c3",
                "m_key|18446744073709551615|0xffffffffffffffff",
                "subnet_prefix|0xfe80000000000001|0xfe80000000000001",
                "qos_high_limit|-1|-1",
                "console|loopback|loopback",
                "routing_engine|(null)|(null)",
                "cc_sw_cong_setting_victim_mask|1F|0x000000000000000000000000000000000000000000000000000000000000001f",
                "cc_cct|1:2,3:4|1:2,3:4",
                "master_sm_priority|14|14",
            })
    void valuesOfPlaybooksAsTheyGoToTheFile(String key, String given, String written) {
        assertThat(option(key).check(given)).isEmpty();
        assertThat(option(key).written(given)).isEqualTo(written);
        String file = key + " " + option(key).written(given) + "\n";
        assertThat(option(key).reads(OpensmConf.parse("f", file)).value())
                .contains(option(key).effective(given));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "qos|1|qos is TRUE or FALSE",
                "sm_priority|16|sm_priority is 0 to 15",
                "sm_priority|256|sm_priority is a number from 0 to 255",
                "sm_priority|-1|sm_priority is a number from 0 to 255",
                "sm_priority|010|OpenSM takes a number with a leading 0 as octal; write it without",
                "force_link_speed|9|force_link_speed is 0 to 7 or 15",
                "m_key_protection_level|4|m_key_protection_level is 0 to 3",
                "qos_ca_max_vls|16|qos_ca_max_vls is 0 to 15",
                "qos_high_limit|256|qos_high_limit is 0 to 255",
                "console|socket|console is local, loopback or off",
                "part_enforce|(null)|part_enforce is both, in, off or out",
                "log_file|a#b|a value is printable ASCII without '#' and quotes, not blank at either end",
                "cc_cct|1:2,3|cc_cct is SHIFT:MULTIPLIER, with commas between several",
                "cc_ca_cong_setting_ccti_min|0 3|cc_ca_cong_setting_ccti_min has a line for each service level; edit the file for it",
            })
    void valuesThatNoPlaybookMayGive(String key, String given, String complaint) {
        assertThat(option(key).check(given)).contains(complaint);
    }

    @Test
    void complaintsDoNotRepeatSecrets() {
        for (String key : List.of("sm_key", "sa_key", "m_key", "cc_key")) {
            assertThat(option(key).isSecret()).isTrue();
            assertThat(option(key).check("0x5eC2e7zz").orElseThrow()).doesNotContain("5eC2e7");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "packet_life_time 16,packet_life_time,0x10",
        "packet_life_time 0x10,packet_life_time,0x10",
        "max_wire_smps 0,max_wire_smps,2147483647",
        "dimn_ports_file /srv/x,port_search_ordering_file,/srv/x",
        "qos_high_limit 5abc,qos_high_limit,5",
        "qos_high_limit abc,qos_high_limit,0",
        "console telnet,console,off",
        "m_key_protection_level 9,m_key_protection_level,2",
        "max_neighbor_mtu 4,max_neighbor_mtu,4",
    })
    void valuesAsOpenSmGetsThem(String line, String key, String value) {
        assertThat(option(key).reads(OpensmConf.parse("f", line + "\n")).value())
                .contains(value);
    }

    @Test
    void keysActOnEachOther() {
        OpensmConf conf = OpensmConf.parse("f", """
                m_key_protection_level 2
                m_key_lease_period 5
                transaction_timeout 900
                no_partition_enforcement TRUE
                """);
        assertThat(option("m_key_lease_period").reads(conf).value()).contains("11");
        assertThat(option("long_transaction_timeout").reads(conf).value()).contains("900");
        assertThat(option("part_enforce").reads(conf).value()).contains("off");
        assertThat(option("m_key_lease_period").reads(conf).problems()).hasSize(1);
    }

    @Test
    void whatSighupTakesOver() {
        assertThat(option("sm_priority").rereadOnHup()).isTrue();
        assertThat(option("sm_key").rereadOnHup()).isTrue();
        for (String key :
                List.of("guid", "subnet_prefix", "lmc", "allow_both_pkeys", "partition_config_file", "log_file")) {
            assertThat(option(key).rereadOnHup()).as(key).isFalse();
        }
    }

    @Test
    void unknownKeysAreNearAKnownOne() {
        assertThat(OpensmOptions.find("sm_prioritty")).isEmpty();
        assertThat(OpensmOptions.nearest("sm_prioritty")).contains("sm_priority");
        assertThat(OpensmOptions.nearest("master_sm_prioritty")).contains("master_sm_priority");
        assertThat(OpensmOptions.nearest("zzzz")).isEqualTo(Optional.empty());
    }
}
