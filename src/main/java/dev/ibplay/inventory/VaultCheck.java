package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.SourceText;

/** Files that Ansible Vault has encrypted begin with its header. */
final class VaultCheck {
    private static final String HEADER = "$ANSIBLE_VAULT;";

    private VaultCheck() {}

    /** Whether the file is encrypted, which is an error: nothing here can decrypt it. */
    static boolean refuses(SourceText source, Problems problems) {
        boolean encrypted = source.text().startsWith(HEADER);
        if (encrypted) {
            problems.error(
                    Code.INVENTORY_VAULT,
                    Span.startOf(source.name()),
                    "this file is encrypted with Ansible Vault, which is not supported yet",
                    "decrypt it with ansible-vault decrypt, or keep its variables in a file that is not encrypted");
        }
        return encrypted;
    }
}
