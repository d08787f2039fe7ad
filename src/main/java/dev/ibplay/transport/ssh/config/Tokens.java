package dev.ibplay.transport.ssh.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What {@code %h} and its like stand for (ssh_config(5), TOKENS), and {@code ${NAME}}. */
public final class Tokens {
    /** What a shell would not take as part of a word, and ssh does not take in names either (valid_hostname in ssh.c). */
    private static final Pattern UNSAFE = Pattern.compile("^-|[\\p{Cntrl}\\s'`\"$\\\\;&<>|(){}]");

    /** The tokens that the inventory or the command line have a say in. */
    private static final String NAMES = "hnrkj";

    private final Surroundings surroundings;
    private final Map<Character, String> values;

    private Tokens(Surroundings surroundings, Map<Character, String> values) {
        this.surroundings = surroundings;
        this.values = Map.copyOf(values);
    }

    /**
     * All tokens of one connection.
     *
     * @param original the name that was asked for: {@code %n}
     * @param host what is connected to: {@code %h}
     * @param user the user there: {@code %r}
     */
    public static Tokens of(
            Surroundings surroundings, SshOptions options, String original, String host, String port, String user) {
        String machine = surroundings.localHost();
        String jump = options.value("proxyjump").orElse("");
        Map<Character, String> values = new HashMap<>();
        values.put('d', surroundings.home().toString());
        values.put('h', host);
        values.put('i', surroundings.userId());
        values.put('j', jump);
        values.put('k', options.value("hostkeyalias").orElse(original));
        values.put('L', machine.split("\\.", -1)[0]);
        values.put('l', machine);
        values.put('n', original);
        values.put('p', port);
        values.put('r', user);
        values.put('u', surroundings.localUser());
        values.put('C', hash(machine + host + port + user + jump));
        return new Tokens(surroundings, values);
    }

    /** {@code %h} alone, which is all that HostName may have. */
    static Tokens ofHost(Surroundings surroundings, String host) {
        return new Tokens(surroundings, Map.of('h', host));
    }

    /** The value of a setting with its tokens replaced. */
    public String expand(SshOptions.Said said) throws ConfigException {
        return expand(said.value(), said.place());
    }

    /** The same for a line that a shell gets: a name of a host or user must not add commands to it. */
    public String expandForShell(String text, String place) throws ConfigException {
        for (int i = 0; i < NAMES.length(); i++) {
            char token = NAMES.charAt(i);
            String value = values.getOrDefault(token, "");
            if (text.indexOf("%" + token) >= 0 && UNSAFE.matcher(value).find()) {
                throw new ConfigException(
                        place,
                        "%" + token + " would be \"" + value + "\", which is no name that a shell may get",
                        "names of hosts and users have no spaces, quotes or other signs that mean something to a shell");
            }
        }
        return expand(text, place);
    }

    public String expand(String text, String place) throws ConfigException {
        StringBuilder expanded = new StringBuilder();
        int from = 0;
        int percent = text.indexOf('%');
        while (percent >= 0) {
            char token = percent + 1 < text.length() ? text.charAt(percent + 1) : '\0';
            String value = token == '%' ? "%" : values.get(token);
            if (value == null) {
                throw new ConfigException(
                        place,
                        "%" + (token == '\0' ? "" : token) + " in \"" + text + "\" stands for nothing here",
                        "a percent sign itself is written %%");
            }
            expanded.append(text, from, percent).append(value);
            from = percent + 2;
            percent = text.indexOf('%', from);
        }
        expanded.append(text, from, text.length());
        return expanded.toString();
    }

    /** The value with its tokens and then {@code ${NAME}} replaced. */
    public String expandAll(SshOptions.Said said) throws ConfigException {
        return expandAll(said.value(), said.place());
    }

    public String expandAll(String text, String place) throws ConfigException {
        return environment(expand(text, place), place);
    }

    private String environment(String text, String place) throws ConfigException {
        StringBuilder expanded = new StringBuilder();
        int from = 0;
        int start = text.indexOf("${");
        while (start >= 0) {
            int end = text.indexOf('}', start);
            if (end < 0) {
                throw new ConfigException(place, "\"" + text + "\" has ${ without }", "close it");
            }
            String name = text.substring(start + 2, end);
            Optional<String> value = surroundings.environment(name);
            if (value.isEmpty()) {
                throw new ConfigException(
                        place, "the environment has no variable " + name, "set it, or write the value itself");
            }
            expanded.append(text, from, start).append(value.get());
            from = end + 1;
            start = text.indexOf("${", from);
        }
        return expanded.append(text.substring(from)).toString();
    }

    private static String hash(String text) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(sha1.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
