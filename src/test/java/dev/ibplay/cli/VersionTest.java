package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTest {
    @Test
    void namesTheCommitWhereTheBuildKnewIt() {
        assertThat(Version.of("1.2", List.of("commit 0123456789ab", "helper x86_64 sha256 00ff")))
                .containsExactly("ibplay 1.2 (commit 0123456789ab)", "helper x86_64 sha256 00ff");
        assertThat(Version.of("1.2", List.of())).containsExactly("ibplay 1.2");
    }

    /** The hash is written down by the build; it must be that of the helper which is sent to hosts. */
    @ParameterizedTest
    @ValueSource(strings = {"x86_64", "aarch64"})
    void namesTheHelpersThatAreOnTheClassPath(String cpu) throws IOException, NoSuchAlgorithmException {
        try (InputStream helper = Version.class.getResourceAsStream("/dev/ibplay/transport/helper/" + cpu);
                InputStream note = Version.class.getResourceAsStream("build.txt")) {
            Missing.unless(helper != null && note != null, "the helper for " + cpu + ", built by native/build.sh");
            String hash = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(Objects.requireNonNull(helper).readAllBytes()));

            assertThat(CommandLineRun.of("--version").stdout()).contains("\nhelper " + cpu + " sha256 " + hash + "\n");
        }
    }
}
