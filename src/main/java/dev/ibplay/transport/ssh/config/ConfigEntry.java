package dev.ibplay.transport.ssh.config;

import java.util.List;

/** One line of a configuration, understood. */
sealed interface ConfigEntry {
    /** A value, which counts where the block that it stands in matches. */
    record Value(String keyword, SshOptions.Said said) implements ConfigEntry {}

    /** {@code Host}: begins a block. */
    record HostBlock(List<String> patterns) implements ConfigEntry {
        public HostBlock {
            patterns = List.copyOf(patterns);
        }
    }

    /** {@code Match}: begins a block. */
    record MatchBlock(List<Criterion> criteria, String place) implements ConfigEntry {
        public MatchBlock {
            criteria = List.copyOf(criteria);
        }
    }

    /** {@code Include}: what these files say in place of the line, each beginning in the block that the line is in. */
    record Inclusion(List<List<ConfigEntry>> files) implements ConfigEntry {
        public Inclusion {
            files = List.copyOf(files);
        }
    }
}
