package dev.ibplay.inventory;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Values of variables as people write them, and some as nobody should. */
final class RandomValues {
    private static final List<String> WORDS = List.of(
            "1",
            "-7",
            "+5",
            "0",
            "1.5",
            "-0.25",
            ".5",
            "5.",
            "0x1f",
            "True",
            "False",
            "None",
            "true",
            "yes",
            "off",
            "null",
            "plain",
            "a#b",
            "a,b",
            "10:02:09:03",
            "2001:db8::1",
            "1,2",
            "(1,2)",
            "[1,2]",
            "[]",
            "{}",
            "{'a':1}",
            "1e3",
            "2.5e-3",
            "x=y",
            "~",
            "@q",
            "*",
            "%d",
            "a:b",
            "1_000",
            "0b11",
            "0o17",
            "12345678901234567890123",
            "/a/b",
            "-",
            "100%",
            "'1'",
            "\"yes\"",
            "{{x}}",
            "--opt",
            "[1",
            "b'q'",
            "\u00e4\u00f6",
            "..",
            "NaN",
            "inf",
            "r'x'",
            "u'v'");
    private static final List<String> SPACED = List.of(
            "\"a b\"",
            "'c d'",
            "\"['x', 'y']\"",
            "'{\"k\": [1, True, None]}'",
            "\"it's\"",
            "\"{'n': {'m': 2}}\"",
            "'-o A=b -o C'",
            "\"{{ x | default(1) }}\"",
            "'(1, \"z\")'",
            "\"#no comment\"");
    private static final List<String> LINES = List.of(
            "a b",
            "['x', 'y']",
            "{'k': [1, True, None]}",
            "it is",
            "{{ x }} and y",
            "-o A=b -o C",
            "(1, 'z')",
            "'q r'",
            "\"s t\"",
            "[1, 2",
            "{\"j\": null}",
            "3 # three",
            "x # y",
            "",
            "'a' 'b'",
            "[1, -2.5, 'c']",
            "{1: 2}",
            "True # t",
            "not True",
            "1 + 1",
            "'it''s'",
            "\\",
            "u\\n",
            "\"n\\tm\"",
            "[[1], [2, []]]",
            "{'a': (1,)}");
    private static final List<String> YAML = List.of(
            "1",
            "-7",
            "+5",
            "0",
            "1.5",
            "-0.25",
            ".5",
            "5.",
            "0x1f",
            "true",
            "False",
            "YES",
            "on",
            "Off",
            "null",
            "~",
            "",
            "plain",
            "two words",
            "'1'",
            "\"yes\"",
            "[1, two, 'three']",
            "{a: 1, b: {c: [x, null]}}",
            "[]",
            "{}",
            "\"a\\nb\"",
            "a#b",
            "x # comment",
            "2001:db8::1",
            "'it''s'",
            "\"{{x}}\"",
            "!!str 12",
            "-1",
            "a:b",
            "12345678901234567890123",
            "\u00e4\u00f6",
            "2.5e-3",
            "2.5e+3",
            "1.5E+2",
            ".inf",
            "-.INF",
            ".nan",
            "2024-02-29",
            "'2024-02-29'",
            "12e03",
            "1e3",
            "y",
            "n",
            "Null",
            "NULL",
            "tRue",
            "|\n            block\n            text",
            ">-\n            folded\n            text",
            "!unsafe 'a {{ b'",
            "0",
            "-0",
            "0.0",
            "1.0",
            "1.10",
            "100000000000000000.0",
            "0xFF",
            "-0x10");

    private final Random random;

    RandomValues(Random random) {
        this.random = random;
    }

    private String one(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Behind {@code name=} in a host's line. */
    String iniWord(String name) {
        if (name.equals("ansible_port")) {
            return "" + (1 + random.nextInt(65535));
        }
        return random.nextInt(4) == 0 ? one(SPACED) : one(WORDS);
    }

    /** Behind the {@code =} of a {@code :vars} section. */
    String iniVariable(String name) {
        return random.nextInt(3) == 0 ? one(LINES) : random.nextInt(2) == 0 ? one(SPACED) : iniWord(name);
    }

    String yaml(String name) {
        return name.equals("ansible_port") ? "" + (1 + random.nextInt(65535)) : one(YAML);
    }

    String json(Set<String> names) {
        List<String> of =
                List.of("1", "-2.5", "true", "null", "\"t\"", "[1, \"u\", null]", "{\"v\": {\"w\": 3}}", "\"\\u00e9\"");
        return names.stream().map(name -> "\"" + name + "\": " + one(of)).collect(Collectors.joining(", ", "{", "}"));
    }
}
