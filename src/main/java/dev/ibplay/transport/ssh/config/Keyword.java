package dev.ibplay.transport.ssh.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A keyword of ssh_config(5) of OpenSSH up to 10.0.
 *
 * @param name in lower case, the current one of several spellings
 */
record Keyword(String name, Kind kind) {
    /** What may follow a keyword. */
    enum Kind {
        HOST,
        MATCH,
        INCLUDE,
        TEXT,
        TEXTS,
        /** The rest of the line as it is. */
        COMMAND,
        JUMP,
        PORT,
        NUMBER,
        COUNT,
        TIME,
        FLAG,
        PUBKEY,
        STRICT,
        FAMILY,
        CANONICALIZE,
        ALGORITHMS,
        /** Known to ssh, and without meaning for what is done here. */
        IGNORED
    }

    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("keepalive", "tcpkeepalive"),
            Map.entry("identityfile2", "identityfile"),
            Map.entry("dsaauthentication", "pubkeyauthentication"),
            Map.entry("challengeresponseauthentication", "kbdinteractiveauthentication"),
            Map.entry("skeyauthentication", "kbdinteractiveauthentication"),
            Map.entry("tisauthentication", "kbdinteractiveauthentication"),
            Map.entry("pubkeyacceptedkeytypes", "pubkeyacceptedalgorithms"));

    private static final Map<String, Kind> KINDS = Map.ofEntries(
            Map.entry("host", Kind.HOST),
            Map.entry("match", Kind.MATCH),
            Map.entry("include", Kind.INCLUDE),
            Map.entry("hostname", Kind.TEXT),
            Map.entry("user", Kind.TEXT),
            Map.entry("port", Kind.PORT),
            Map.entry("hostkeyalias", Kind.TEXT),
            Map.entry("addressfamily", Kind.FAMILY),
            Map.entry("bindaddress", Kind.TEXT),
            Map.entry("bindinterface", Kind.TEXT),
            Map.entry("tag", Kind.TEXT),
            Map.entry("ignoreunknown", Kind.TEXT),
            Map.entry("identityfile", Kind.TEXT),
            Map.entry("certificatefile", Kind.TEXT),
            Map.entry("identitiesonly", Kind.FLAG),
            Map.entry("identityagent", Kind.TEXT),
            Map.entry("preferredauthentications", Kind.TEXT),
            Map.entry("pubkeyauthentication", Kind.PUBKEY),
            Map.entry("passwordauthentication", Kind.FLAG),
            Map.entry("kbdinteractiveauthentication", Kind.FLAG),
            Map.entry("stricthostkeychecking", Kind.STRICT),
            Map.entry("userknownhostsfile", Kind.TEXTS),
            Map.entry("globalknownhostsfile", Kind.TEXTS),
            Map.entry("revokedhostkeys", Kind.TEXT),
            Map.entry("knownhostscommand", Kind.COMMAND),
            Map.entry("verifyhostkeydns", Kind.TEXT),
            Map.entry("connecttimeout", Kind.TIME),
            Map.entry("connectionattempts", Kind.COUNT),
            Map.entry("tcpkeepalive", Kind.FLAG),
            Map.entry("serveraliveinterval", Kind.TIME),
            Map.entry("serveralivecountmax", Kind.NUMBER),
            Map.entry("kexalgorithms", Kind.ALGORITHMS),
            Map.entry("hostkeyalgorithms", Kind.ALGORITHMS),
            Map.entry("pubkeyacceptedalgorithms", Kind.ALGORITHMS),
            Map.entry("casignaturealgorithms", Kind.ALGORITHMS),
            Map.entry("ciphers", Kind.ALGORITHMS),
            Map.entry("macs", Kind.ALGORITHMS),
            Map.entry("requiredrsasize", Kind.NUMBER),
            Map.entry("proxycommand", Kind.COMMAND),
            Map.entry("proxyjump", Kind.JUMP),
            Map.entry("proxyusefdpass", Kind.FLAG),
            Map.entry("canonicalizehostname", Kind.CANONICALIZE));

    private static final Set<String> IGNORED = Set.of(
            ("addkeystoagent afstokenpassing batchmode canonicaldomains canonicalizefallbacklocal canonicalizemaxdots"
                            + " canonicalizepermittedcnames channeltimeout checkhostip cipher clearallforwardings compression"
                            + " compressionlevel controlmaster controlpath controlpersist dynamicforward enableescapecommandline"
                            + " enablesshkeysign escapechar exitonforwardfailure fallbacktorsh fingerprinthash"
                            + " forkafterauthentication forwardagent forwardx11 forwardx11timeout forwardx11trusted gatewayports"
                            + " globalknownhostsfile2 gssapiauthentication gssapiclientidentity gssapidelegatecredentials"
                            + " gssapikexalgorithms gssapikeyexchange gssapirenewalforcesrekey gssapiserveridentity"
                            + " gssapitrustdns hashknownhosts hostbasedacceptedalgorithms hostbasedauthentication"
                            + " hostbasedkeytypes ipqos kbdinteractivedevices kerberosauthentication kerberostgtpassing"
                            + " localcommand localforward loglevel logverbose nohostauthenticationforlocalhost"
                            + " numberofpasswordprompts obscurekeystroketiming permitlocalcommand permitremoteopen pkcs11provider"
                            + " protocol refuseconnection rekeylimit remotecommand remoteforward requesttty"
                            + " rhostsrsaauthentication rsaauthentication securitykeyprovider sendenv sessiontype setenv"
                            + " smartcarddevice stdinnull streamlocalbindmask streamlocalbindunlink syslogfacility tunnel"
                            + " tunneldevice updatehostkeys useprivilegedport userknownhostsfile2 useroaming usersh"
                            + " versionaddendum visualhostkey warnweakcrypto xauthlocation")
                    .split(" ", -1));

    private static final Set<String> FLAGS = Set.of("yes", "no", "true", "false");

    /** The keyword of this name in any case, if ssh knows it. */
    static Optional<Keyword> of(String written) {
        String lower = written.toLowerCase(Locale.ROOT);
        String name = ALIASES.getOrDefault(lower, lower);
        Kind kind = KINDS.get(name);
        if (kind == null) {
            return IGNORED.contains(name) ? Optional.of(new Keyword(name, Kind.IGNORED)) : Optional.empty();
        }
        return Optional.of(new Keyword(name, kind));
    }

    /** All names, for suggestions. */
    static List<String> names() {
        return KINDS.keySet().stream().sorted().toList();
    }

    /** Whether values of several sources add up. */
    static boolean accumulates(String name) {
        return name.equals("identityfile") || name.equals("certificatefile");
    }

    /** What is wrong with the words after this keyword, if anything; completes "KEYWORD ...". */
    Optional<String> problem(List<String> words) {
        if (kind == Kind.IGNORED) {
            return Optional.empty();
        }
        if (words.isEmpty() || (words.getFirst().isEmpty() && kind != Kind.TEXTS)) {
            return Optional.of("has no value");
        }
        boolean many = kind == Kind.TEXTS || kind == Kind.HOST || kind == Kind.INCLUDE || kind == Kind.MATCH;
        if (words.size() > 1 && !many) {
            return Optional.of("takes one value; \"" + words.get(1) + "\" is too much");
        }
        String value = words.getFirst();
        return isValid(value) ? Optional.empty() : Optional.of("cannot be \"" + value + "\"");
    }

    private boolean isValid(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        return switch (kind) {
            case HOST, MATCH, INCLUDE, TEXT, TEXTS, COMMAND, IGNORED -> true;
            case JUMP -> JumpHops.parse(value).isPresent();
            case PORT -> isNumber(value, 1, 65535);
            case NUMBER -> isNumber(value, 0, Integer.MAX_VALUE);
            case COUNT -> isNumber(value, 1, Integer.MAX_VALUE);
            case TIME -> lower.equals("none") || ConfigTime.parse(value).isPresent();
            case FLAG -> FLAGS.contains(lower);
            case PUBKEY -> FLAGS.contains(lower) || lower.equals("unbound") || lower.equals("host-bound");
            case STRICT ->
                FLAGS.contains(lower) || lower.equals("ask") || lower.equals("off") || lower.equals("accept-new");
            case FAMILY -> Set.of("any", "inet", "inet6").contains(lower);
            case CANONICALIZE -> FLAGS.contains(lower) || lower.equals("always");
            case ALGORITHMS -> !value.isEmpty() && !value.matches("[-+^]?[, ]*");
        };
    }

    private static boolean isNumber(String value, int min, int max) {
        if (!value.matches("[0-9]{1,10}")) {
            return false;
        }
        long number = Long.parseLong(value);
        return number >= min && number <= max;
    }
}
