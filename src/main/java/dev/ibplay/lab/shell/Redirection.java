package dev.ibplay.lab.shell;

import java.util.Optional;

/** Where one of a command's descriptors leads (POSIX.1-2017, XCU 2.7). */
sealed interface Redirection {
    int descriptor();

    record ToFile(int descriptor, Mode mode, Word target) implements Redirection {}

    /** To what another descriptor leads to, or closed ({@code -}). */
    record ToDescriptor(int descriptor, Word target) implements Redirection {}

    record Here(int descriptor, HereDocument document) implements Redirection {}

    enum Mode {
        READ("<"),
        WRITE(">"),
        CLOBBER(">|"),
        APPEND(">>"),
        READ_WRITE("<>");

        private final String sign;

        Mode(String sign) {
            this.sign = sign;
        }

        static Optional<Mode> of(String sign) {
            for (Mode mode : values()) {
                if (mode.sign.equals(sign)) {
                    return Optional.of(mode);
                }
            }
            return Optional.empty();
        }
    }
}
