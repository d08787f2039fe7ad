package dev.ibplay.opensm;

import java.util.List;
import java.util.Random;

/** Random lines of opensm.conf, good and bad, from a seed. */
final class RandomOpensmConf {
    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "2",
            "3",
            "7",
            "8",
            "9",
            "14",
            "15",
            "16",
            "30",
            "31",
            "32",
            "100",
            "200",
            "254",
            "255",
            "256",
            "300",
            "500",
            "65535",
            "65536",
            "2147483647",
            "2147483648",
            "4294967295",
            "4294967296",
            "18446744073709551615",
            "18446744073709551616",
            "99999999999999999999999",
            "-1",
            "-200",
            "-0",
            "+5",
            "-18446744073709551615",
            "0x10",
            "0Xff",
            "0x",
            "0xg",
            "010",
            "08",
            "0377",
            "5 6",
            "7x",
            " 4",
            "0x5eC2e7",
            "9223372036854775808",
            "-9223372036854775809",
            "1e3",
            "3.5");
    private static final List<String> WORDS = List.of(
            "TRUE",
            "FALSE",
            "true",
            "yes",
            "no",
            "off",
            "both",
            "in",
            "out",
            "local",
            "loopback",
            "socket",
            "= 7",
            "=7",
            "",
            "(null)",
            "abc",
            "/srv/x y",
            "0:0",
            "1:2",
            "300:70000",
            "x:y",
            ":",
            "1:2,3:4,",
            "1:2,3",
            ",",
            "3 7",
            "16 7",
            "17 300",
            "257 0x9",
            "5 5 5",
            "0x1f2",
            "123456789abcdefABCDEF",
            "12g",
            "'",
            "\"");
    private static final List<String> BLANKS = List.of(" ", "\t", "  ", " \t ", "");
    private static final List<String> ENDS = List.of("\n", "\n", "\n", "\n", "\r\n", " \n", " # c\n", "#c\n", "\t\r\n");

    private final Random random;
    private final List<String> keys;

    RandomOpensmConf(long seed) {
        this.random = new Random(seed);
        this.keys = OpensmOptions.known().stream()
                .filter(o -> !o.isForkOnly())
                .map(OpensmOption::key)
                .toList();
    }

    String file() {
        var file = new StringBuilder();
        List<String> favourites =
                random.ints(6, 0, keys.size()).mapToObj(keys::get).toList();
        int lines = 1 + random.nextInt(40);
        for (int i = 0; i < lines; i++) {
            file.append(line(favourites));
        }
        boolean noFeed = random.nextInt(5) == 0 && !file.isEmpty();
        return noFeed ? file.substring(0, file.length() - 1) : file.toString();
    }

    private String line(List<String> favourites) {
        return switch (random.nextInt(24)) {
            case 0 -> "# " + "x".repeat(random.nextInt(1200)) + " sm_priority 9\n";
            case 1 ->
                pick(List.of(
                        "\n", "\r\n", "  \n", "#\n", "foo 3\n", "SM_PRIORITY 4\n", "\u00ef\u00bb\u00bfqos TRUE\n"));
            case 2 -> "log_prefix " + "y".repeat(980 + random.nextInt(60)) + " lmc 1\n";
            case 3, 4, 5 -> key("sm_priority");
            case 6 -> key("dimn_ports_file");
            case 7 ->
                key(pick(List.of(
                        "m_key_protection_level",
                        "m_key_lease_period",
                        "sweep_interval",
                        "transaction_timeout",
                        "long_transaction_timeout",
                        "no_partition_enforcement",
                        "part_enforce",
                        "qos",
                        "max_wire_smps")));
            case 8, 9, 10, 11 -> key(pick(favourites));
            default -> key(pick(keys));
        };
    }

    private String key(String key) {
        OptionType type = OpensmOptions.find(key).orElseThrow().type();
        boolean usual = type.isNumber() || type == OptionType.SIGNED_32;
        boolean number = random.nextInt(6) == 0 ? !usual : usual;
        String value = pick(number ? NUMBERS : WORDS);
        String quote = pick(List.of("", "", "", "\"", "'"));
        String blank = pick(BLANKS);
        String start = random.nextInt(6) == 0 ? pick(BLANKS) : "";
        return start
                + key
                + (blank.isEmpty() && random.nextInt(3) != 0 ? " " : blank)
                + quote
                + value
                + quote
                + pick(ENDS);
    }

    private <T> T pick(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
