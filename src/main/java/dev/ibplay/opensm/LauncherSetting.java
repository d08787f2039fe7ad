package dev.ibplay.opensm;

/** What a launcher's file gives for one thing, such as a variable or the priority of a command. */
public sealed interface LauncherSetting {
    /** Not given, or given as nothing, which launchers take for the same. */
    record Unset() implements LauncherSetting {}

    record Value(String text) implements LauncherSetting {
        /** Without the text, which may have a key among arguments. */
        @Override
        public String toString() {
            return "Value[%d characters]".formatted(text.length());
        }
    }

    /**
     * It cannot be told from the text, and must not be guessed.
     *
     * @param because for people, with the line
     */
    record Unclear(String because) implements LauncherSetting {}
}
