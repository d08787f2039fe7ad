package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "n*, node1, true",
        "n*, xn, false",
        "n?, n1, true",
        "n?, n, false",
        "n[1-3]x, n2x, true",
        "n[1-3]x, n4x, false",
        "n[!1-3]x, n4x, true",
        "n[^1]x, n^x, true",
        "n[^1]x, n4x, false",
        "n[]a]x, n]x, true",
        "n[3-1]x, n2x, false",
        "n[x, n[x, true",
        "a.b*, axb1, false",
        "N*, n1, false",
        "*(x)+, a(x)+, true",
    })
    void matchesAsFnmatch(String glob, String name, boolean matches) {
        assertThat(Glob.compile(glob).matcher(name).matches()).isEqualTo(matches);
    }
}
