package dev.ibplay.inventory;

import java.util.Locale;
import java.util.regex.Pattern;

/** Which variables hold what must not be shown: passwords, passphrases, tokens, and the keys of the subnet manager. */
public final class SecretNames {
    private static final Pattern SECRET = Pattern.compile(
            "(.*_)?(pass|passwd|password|passphrase|secret|token)|(.*_)?(m|sm|sa|v|b|cc)_key|(.*_)?key_mgr_seed|.*private_key_content");

    private SecretNames() {}

    /** By the name alone: {@code ansible_become_pass}, {@code bmc_password}, {@code ibplay_m_key}. */
    public static boolean isSecret(String variable) {
        return SECRET.matcher(variable.toLowerCase(Locale.ROOT).replace('-', '_'))
                .matches();
    }
}
