package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.source.Vault;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class InventoryViewTest {
    static final String HOSTS = """
            alone ansible_password=s3cret note="a: b" on=yes
            [sm]
            sm1 sm_priority=5 guid=0x0002c90300a1b2c3 bmc="{'user': 'root', 'password': 's3cret', 'on': True}"
            [fabric:children]
            sm
            [empty]
            [all:vars]
            ibplay_m_key=0x1234
            ratio=1.50
            """;

    static Inventory inventory() {
        var problems = new Problems();
        Inventory inventory = new InventoryReader(new MapFiles().with("hosts", HOSTS), problems).read(List.of("hosts"));
        assertThat(problems.sorted()).isEmpty();
        return inventory;
    }

    @Test
    void hostsWithGroupsVariablesAndWhereTheyAreWritten() throws IOException {
        var out = new StringWriter();
        new InventoryView(inventory(), Vault.NONE).hosts(inventory().hosts(), out);
        assertThat(out).hasToString("""
                        alone:
                          groups: [ungrouped]
                          variables:
                            ansible_password: <hidden>  # hosts:1
                            ibplay_m_key: <hidden>  # hosts:8
                            note: "a: b"  # hosts:1
                            "on": "yes"  # hosts:1
                            ratio: 1.50  # hosts:9
                        sm1:
                          groups: [fabric, sm]
                          variables:
                            bmc: {user: root, password: <hidden>, "on": True}  # hosts:3
                            guid: 0x0002c90300a1b2c3  # hosts:3
                            ibplay_m_key: <hidden>  # hosts:8
                            ratio: 1.50  # hosts:9
                            sm_priority: 5  # hosts:3
                        """);
    }

    @Test
    void theTreeOfGroups() throws IOException {
        var out = new StringWriter();
        new InventoryView(inventory(), Vault.NONE)
                .graph(inventory().group("all").orElseThrow(), out);
        assertThat(out).hasToString("""
                        @all:
                          |--@ungrouped:
                          |  |--alone
                          |--@fabric:
                          |  |--@sm:
                          |  |  |--sm1
                          |--@empty:
                        """);
    }
}
