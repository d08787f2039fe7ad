package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.source.Vault;
import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class InventoryJsonTest {
    /** The form of {@code ansible-inventory --list} for the same file, but for what is hidden. */
    @Test
    void theFormOfAnsibleInventory() throws IOException {
        var out = new StringWriter();
        InventoryJson.write(InventoryViewTest.inventory(), Vault.NONE, out);
        assertThat(out).hasToString("""
                        {
                            "_meta": {
                                "hostvars": {
                                    "alone": {
                                        "ansible_password": "<hidden>",
                                        "ibplay_m_key": "<hidden>",
                                        "note": "a: b",
                                        "on": "yes",
                                        "ratio": 1.5
                                    },
                                    "sm1": {
                                        "bmc": {
                                            "on": true,
                                            "password": "<hidden>",
                                            "user": "root"
                                        },
                                        "guid": 783964686103235,
                                        "ibplay_m_key": "<hidden>",
                                        "ratio": 1.5,
                                        "sm_priority": 5
                                    }
                                }
                            },
                            "all": {
                                "children": [
                                    "ungrouped",
                                    "fabric",
                                    "empty"
                                ]
                            },
                            "fabric": {
                                "children": [
                                    "sm"
                                ]
                            },
                            "sm": {
                                "hosts": [
                                    "sm1"
                                ]
                            },
                            "ungrouped": {
                                "hosts": [
                                    "alone"
                                ]
                            }
                        }
                        """);
    }
}
