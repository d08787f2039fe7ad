package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The value of each attribute of one host that plays have given so far. Values never show in messages: some are secrets. */
final class Claims {
    private final Map<String, Located<?>> claimed = new HashMap<>();
    private final String host;
    private final Problems problems;

    Claims(String host, Problems problems) {
        this.host = host;
        this.problems = problems;
    }

    String host() {
        return host;
    }

    Problems problems() {
        return problems;
    }

    /** Notes a value, if there is one; another one than before is an error with both places. */
    void claim(String what, Optional<? extends Located<?>> value) {
        if (value.isEmpty()) {
            return;
        }
        Located<?> first = claimed.putIfAbsent(what, value.get());
        if (first != null && !first.value().equals(value.get().value())) {
            problems.error(
                    Code.STATE_CONFLICT,
                    value.get().span(),
                    "two plays give %s of %s different values".formatted(what, host),
                    "the other one stands at " + first.span());
        }
    }
}
