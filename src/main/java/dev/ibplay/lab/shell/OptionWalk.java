package dev.ibplay.lab.shell;

import java.util.List;

/** One step of {@code getopts} (POSIX.1-2017, XCU 4). The place within a cluster of letters is kept in a variable. */
final class OptionWalk {
    private static final String WITHIN = "_OPTOFF";

    private final BuiltinCall call;
    private final Variables variables;
    private final String letters;
    private final List<String> words;
    private int index;
    private int within;

    OptionWalk(BuiltinCall call, String letters, List<String> words) {
        this.call = call;
        this.letters = letters;
        this.words = words;
        variables = call.shell().variables;
        index = number("OPTIND", 1);
        within = index == 1 && variables.get("OPTIND").isEmpty() ? 0 : number(WITHIN, 0);
    }

    private int number(String name, int missing) {
        return variables
                .get(name)
                .filter(v -> v.matches("[0-9]{1,6}"))
                .map(Integer::parseInt)
                .orElse(missing);
    }

    int next(String name) {
        String word = index <= words.size() ? words.get(index - 1) : "";
        if (within == 0 || within >= word.length()) {
            within = 1;
            if (!word.startsWith("-") || word.equals("-") || word.equals("--")) {
                index += word.equals("--") ? 1 : 0;
                return end(name);
            }
        }
        char letter = word.charAt(within++);
        boolean last = within == word.length();
        variables.set("OPTARG", "");
        int place = letters.indexOf(letter);
        boolean known = letter != ':' && place >= 0;
        if (known && letters.startsWith(":", place + 1)) {
            return withArgument(name, letter, word, last);
        }
        moveOn(last);
        if (!known) {
            return unknown(name, letter);
        }
        return store(name, Character.toString(letter));
    }

    private void moveOn(boolean last) {
        if (last) {
            index++;
            within = 0;
        }
    }

    private int withArgument(String name, char letter, String word, boolean last) {
        String argument = last ? index < words.size() ? words.get(index) : "" : word.substring(within);
        boolean missing = last && index >= words.size();
        index += last ? 2 : 1;
        within = 0;
        if (!missing) {
            variables.set("OPTARG", argument);
            return store(name, Character.toString(letter));
        }
        index--;
        if (letters.startsWith(":")) {
            variables.set("OPTARG", Character.toString(letter));
            return store(name, ":");
        }
        call.interpreter().complain("No arg for -" + letter + " option");
        return store(name, "?");
    }

    private int unknown(String name, char letter) {
        if (letters.startsWith(":")) {
            variables.set("OPTARG", Character.toString(letter));
        } else {
            call.interpreter().complain("Illegal option -" + letter);
        }
        return store(name, "?");
    }

    private int end(String name) {
        within = 0;
        store(name, "?");
        return 1;
    }

    private int store(String name, String value) {
        variables.set("OPTIND", Integer.toString(index));
        variables.set(WITHIN, Integer.toString(within));
        variables.set(name, value);
        return 0;
    }
}
