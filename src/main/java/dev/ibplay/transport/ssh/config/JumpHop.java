package dev.ibplay.transport.ssh.config;

import java.util.Optional;

/** One jump host of a ProxyJump: {@code [user@]host[:port]} or {@code ssh://[user@]host[:port]}. */
public record JumpHop(Optional<String> user, String host, Optional<Integer> port) {
    /** Nothing when the text names no host. */
    static Optional<JumpHop> parse(String text) {
        String rest = text;
        boolean uri = rest.regionMatches(true, 0, "ssh://", 0, 6);
        if (uri) {
            rest = rest.substring(6);
            rest = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        }
        Optional<String> user = Optional.empty();
        int at = rest.lastIndexOf('@');
        if (at == 0) {
            return Optional.empty();
        }
        if (at > 0) {
            user = Optional.of(rest.substring(0, at));
            rest = rest.substring(at + 1);
        }
        String host = rest;
        Optional<Integer> port = Optional.empty();
        if (rest.startsWith("[")) {
            int end = rest.indexOf(']');
            if (end < 0) {
                return Optional.empty();
            }
            host = rest.substring(1, end);
            String after = rest.substring(end + 1);
            if (!after.isEmpty()) {
                port = after.startsWith(":") ? portOf(after.substring(1)) : Optional.empty();
                if (port.isEmpty()) {
                    return Optional.empty();
                }
            }
        } else if (rest.indexOf(':') >= 0 && rest.indexOf(':') == rest.lastIndexOf(':')) {
            host = rest.substring(0, rest.indexOf(':'));
            port = portOf(rest.substring(rest.indexOf(':') + 1));
            if (port.isEmpty()) {
                return Optional.empty();
            }
        }
        boolean named = !host.isEmpty() && !host.startsWith("-") && !host.contains("/");
        return named ? Optional.of(new JumpHop(user, host, port)) : Optional.empty();
    }

    /** As ProxyJump has it. */
    public String text() {
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return user.map(name -> name + "@").orElse("")
                + shown
                + port.map(number -> ":" + number).orElse("");
    }

    private static Optional<Integer> portOf(String text) {
        if (!text.matches("[0-9]{1,5}")) {
            return Optional.empty();
        }
        int port = Integer.parseInt(text);
        return port >= 1 && port <= 65535 ? Optional.of(port) : Optional.empty();
    }
}
