package dev.ibplay.opensm;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keys that OpenSM 3.3.23 does not know, by their names alone: those of Mellanox's OpenSM 5.x (MLNX_OFED, DOCA, UFM), and of
 * later releases. Their values are taken as text, as documented, not checked.
 */
final class ForkOptions {
    /** Not all of them: those that matter here, and those that would be taken for a slip in a key of OpenSM's own. */
    private static final String NAMES = """
            force_link_speed_ext2 m_key_per_port master_sm_lid master_sm_priority max_neighbor_mtu max_rate_enum
            sa_rate_threshold sm_db_dump virt_enabled
            """;

    private ForkOptions() {}

    static Stream<OpensmOption> all() {
        return Stream.of(NAMES.strip().split("\\s+", -1)).map(ForkOptions::option);
    }

    private static OpensmOption option(String key) {
        boolean upstream = key.equals("max_rate_enum");
        return new OpensmOption(
                key,
                OptionType.UNCHECKED,
                Optional.empty(),
                Optional.empty(),
                upstream,
                upstream ? Optional.of("3.3.24") : Optional.empty(),
                Set.of(OpensmOption.Trait.FORK_ONLY));
    }
}
