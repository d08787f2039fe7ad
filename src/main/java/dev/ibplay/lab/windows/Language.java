package dev.ibplay.lab.windows;

import java.nio.charset.Charset;

/**
 * The language of a host. Programs write the OEM code page of it. The Japanese words of netsh are made after the Chinese ones, which keep
 * MTU and MediaSenseState; which of them are translated in a real Japanese Windows is not known.
 */
public enum Language {
    ENGLISH(437, "IBM437"),
    JAPANESE(932, "windows-31j");

    private final int codePage;
    private final String charset;

    Language(int codePage, String charset) {
        this.codePage = codePage;
        this.charset = charset;
    }

    int codePage() {
        return codePage;
    }

    Charset charset() {
        return Charset.forName(charset);
    }

    /** One of two words. */
    String of(String english, String japanese) {
        return this == JAPANESE ? japanese : english;
    }
}
