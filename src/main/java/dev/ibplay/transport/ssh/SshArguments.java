package dev.ibplay.transport.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Arguments for ssh as {@code ansible_ssh_common_args} holds them.
 *
 * @param ignored options that are known to change nothing here, or that are not supported and safe to leave out
 * @param refused options that would lead somewhere else if they were left out, with the reason; the host must not be
 *     connected to
 */
public record SshArguments(SshSettings settings, List<String> ignored, List<String> refused) {
    /** ssh(1)'s options that take a value. */
    private static final String WITH_VALUE = "BbcDEeFIiJLlmOoPpQRSWw";

    private static final Set<String> REFUSED = Set.of(
            "proxyjump", "proxycommand", "proxyusefdpass", "revokedhostkeys", "knownhostscommand", "bindaddress");

    public SshArguments {
        ignored = List.copyOf(ignored);
        refused = List.copyOf(refused);
    }

    /** Reads the arguments; {@code ~} in file names is resolved against {@code home}. */
    public static SshArguments parse(List<String> words, HomeDirectory home) {
        return new Reader(home).read(words);
    }

    private static final class Reader {
        private final HomeDirectory home;
        private SshSettings settings = SshSettings.EMPTY;
        private final List<String> ignored = new ArrayList<>();
        private final List<String> refused = new ArrayList<>();

        Reader(HomeDirectory home) {
            this.home = home;
        }

        SshArguments read(List<String> words) {
            for (int i = 0; i < words.size(); i++) {
                String word = words.get(i);
                if (!word.startsWith("-") || word.length() < 2) {
                    refused.add("\"" + word + "\" is not an option of ssh");
                    continue;
                }
                int flag = 1;
                while (flag < word.length() && WITH_VALUE.indexOf(word.charAt(flag)) < 0) {
                    ignored.add("-" + word.charAt(flag));
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
            return new SshArguments(settings, ignored, refused);
        }

        private void option(char letter, String value) {
            switch (letter) {
                case 'o' -> keyword(value);
                case 'p' -> named("Port", value);
                case 'l' -> named("User", value);
                case 'i' -> named("IdentityFile", value);
                case 'J' -> named("ProxyJump", value);
                case 'b' -> named("BindAddress", value);
                case 'F' -> {
                    if (!value.equals("/dev/null") && !value.equals("none")) {
                        refused.add("-F (a configuration file) is not supported yet");
                    }
                }
                default -> ignored.add("-" + letter + " " + value);
            }
        }

        private void keyword(String text) {
            String[] parts = text.strip().split("\\s*=\\s*|\\s+", 2);
            if (parts.length < 2) {
                refused.add("-o " + text + " has no value");
                return;
            }
            String value = parts[1].strip();
            boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
            named(parts[0], quoted ? value.substring(1, value.length() - 1) : value);
        }

        /** Of an option that is given twice the first counts, which is why each one is the weaker of the two. */
        private void named(String name, String value) {
            String key = name.toLowerCase(Locale.ROOT);
            if (REFUSED.contains(key)) {
                if (!value.equalsIgnoreCase("none")) {
                    refused.add(name + " is not supported yet");
                }
                return;
            }
            try {
                Optional<SettingsBuilder> known = apply(key, value, new SettingsBuilder(SshSettings.EMPTY));
                known.ifPresentOrElse(
                        b -> settings = settings.or(b.build()), () -> ignored.add("-o " + name + "=" + value));
            } catch (IllegalArgumentException badValue) {
                refused.add(name + "=" + value + " is not a valid value");
            }
        }

        private Optional<SettingsBuilder> apply(String key, String value, SettingsBuilder to) {
            return switch (key) {
                case "port" -> Optional.of(to.port(Integer.parseInt(value)));
                case "user" -> Optional.of(to.user(value));
                case "hostname" -> Optional.of(to.hostName(value));
                case "identityfile" -> Optional.of(to.identityFile(home.resolve(value)));
                case "stricthostkeychecking" -> Optional.of(to.hostKeyPolicy(policy(value)));
                case "userknownhostsfile" -> Optional.of(to.userKnownHostsFiles(files(value)));
                case "globalknownhostsfile" -> Optional.of(to.globalKnownHostsFiles(files(value)));
                case "hostkeyalias" -> Optional.of(to.hostKeyAlias(value));
                case "connecttimeout" -> Optional.of(to.connectTimeout(Duration.ofSeconds(positive(value))));
                case "kexalgorithms" -> Optional.of(to.keyExchange(plainList(value)));
                default -> Optional.empty();
            };
        }

        private static int positive(String value) {
            int number = Integer.parseInt(value);
            if (number < 1) {
                throw new IllegalArgumentException("not positive: " + value);
            }
            return number;
        }

        /** {@code no} lets OpenSSH go on even when a key has changed; here that stays refused, so it is accept-new. */
        private static HostKeyPolicy policy(String value) {
            return switch (value.toLowerCase(Locale.ROOT)) {
                case "yes", "ask" -> HostKeyPolicy.STRICT;
                case "no", "off", "accept-new" -> HostKeyPolicy.ACCEPT_NEW;
                default -> throw new IllegalArgumentException(value);
            };
        }

        private List<Path> files(String value) {
            return Arrays.stream(value.split("\\s+"))
                    .map(f -> f.equals("none") ? Path.of("/dev/null") : home.resolve(f))
                    .toList();
        }

        /** Lists that start with {@code +}, {@code -} or {@code ^} change OpenSSH's own defaults, which are not ours. */
        private static List<String> plainList(String value) {
            if (value.isEmpty() || "+-^".indexOf(value.charAt(0)) >= 0) {
                throw new IllegalArgumentException(value);
            }
            return List.of(value.split(","));
        }
    }
}
