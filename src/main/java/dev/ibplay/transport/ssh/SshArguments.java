package dev.ibplay.transport.ssh;

import dev.ibplay.transport.ssh.config.ConfigException;
import dev.ibplay.transport.ssh.config.SettingLine;
import dev.ibplay.transport.ssh.config.SshOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Arguments for ssh as {@code ansible_ssh_common_args} holds them.
 *
 * @param options what they say in the words of ssh_config(5); a weaker source may complete a copy of it
 * @param configFile the value of {@code -F}
 * @param ignored options that are known to change nothing here
 * @param refused options that cannot be understood, with the reason; the host must not be connected to
 */
public record SshArguments(
        SshOptions options, Optional<String> configFile, List<String> ignored, List<String> refused) {
    private static final String PLACE = "the arguments for ssh";

    /** ssh(1)'s options that take a value. */
    private static final String WITH_VALUE = "BbcDEeFIiJLlmOoPpQRSWw";

    public SshArguments {
        ignored = List.copyOf(ignored);
        refused = List.copyOf(refused);
    }

    public static SshArguments parse(List<String> words) {
        return new Reader().read(words);
    }

    private static final class Reader {
        private final SshOptions options = new SshOptions();
        private Optional<String> configFile = Optional.empty();
        private final List<String> ignored = new ArrayList<>();
        private final List<String> refused = new ArrayList<>();

        SshArguments read(List<String> words) {
            for (int i = 0; i < words.size(); i++) {
                String word = words.get(i);
                if (!word.startsWith("-") || word.length() < 2) {
                    refused.add("\"" + word + "\" is not an option of ssh");
                    continue;
                }
                int flag = 1;
                while (flag < word.length() && WITH_VALUE.indexOf(word.charAt(flag)) < 0) {
                    flag(word.charAt(flag));
                    flag++;
                }
                if (flag == word.length()) {
                    continue;
                }
                boolean attached = flag + 1 < word.length();
                if (!attached && i + 1 == words.size()) {
                    refused.add("-" + word.charAt(flag) + " has no value");
                    continue;
                }
                option(word.charAt(flag), attached ? word.substring(flag + 1) : words.get(++i));
            }
            return new SshArguments(options, configFile, ignored, refused);
        }

        private void flag(char letter) {
            switch (letter) {
                case '4' -> line("AddressFamily=inet");
                case '6' -> line("AddressFamily=inet6");
                default -> ignored.add("-" + letter);
            }
        }

        private void option(char letter, String value) {
            switch (letter) {
                case 'o' -> line(value);
                case 'p' -> line("Port=" + value);
                case 'l' -> options.add("user", value, PLACE);
                case 'i' -> options.add("identityfile", value, PLACE);
                case 'J' -> line("ProxyJump=" + value);
                case 'b' -> options.add("bindaddress", value, PLACE);
                case 'B' -> options.add("bindinterface", value, PLACE);
                case 'c' -> line("Ciphers=" + value);
                case 'm' -> line("MACs=" + value);
                case 'P' -> options.add("tag", value, PLACE);
                case 'F' -> configFile = configFile.or(() -> Optional.of(value));
                default -> ignored.add("-" + letter + " " + value);
            }
        }

        /** One line of a configuration, as {@code -o} gives it. Of an option that is given twice the first counts. */
        private void line(String text) {
            try {
                Optional<SettingLine> line = SettingLine.parse(text, PLACE, List.of());
                if (line.isEmpty() || line.get().isOfFilesOnly()) {
                    refused.add("\"" + text + "\" is not an option of ssh");
                } else if (line.get().isIgnored()) {
                    ignored.add("-o " + text);
                } else {
                    options.add(
                            line.get().name(), new SshOptions.Said(line.get().words(), PLACE));
                }
            } catch (ConfigException e) {
                refused.add(e.getMessage() + " (" + e.hint() + ")");
            }
        }
    }
}
