package dev.ibplay.lab.windows;

import dev.ibplay.exec.SmpAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The options that all of infiniband-diags have, and the words behind them.
 *
 * @param adapter {@code -C}
 * @param port {@code -P}; 0 for any
 * @param isRouted {@code -D}: addresses are directed routes
 * @param mgid saquery's {@code --mgid}
 * @param words all that is no option
 */
record IbOptions(Optional<String> adapter, int port, boolean isRouted, Optional<String> mgid, List<String> words) {
    private static final Pattern NUMBER = Pattern.compile("0x[0-9a-fA-F]{1,4}|\\d{1,5}");
    private static final Pattern ROUTE = Pattern.compile("0(?:,\\d{1,3})*");

    IbOptions {
        words = List.copyOf(words);
    }

    /** Of a whole command line; the first word is the tool. */
    static IbOptions of(List<String> arguments) {
        Optional<String> adapter = Optional.empty();
        Optional<String> mgid = Optional.empty();
        int port = 0;
        boolean isRouted = false;
        List<String> words = new ArrayList<>();
        for (int i = 1; i < arguments.size(); i++) {
            String word = arguments.get(i);
            boolean hasValue = List.of("-C", "-P", "-t", "--mgid").contains(word) && i + 1 < arguments.size();
            String value = hasValue ? arguments.get(++i) : "";
            switch (word) {
                case "-C" -> adapter = Optional.of(value);
                case "-P" -> port = NUMBER.matcher(value).matches() ? Integer.decode(value) : 0;
                case "--mgid" -> mgid = Optional.of(value);
                case "-D" -> isRouted = true;
                case "-t", "-e" -> {}
                default -> words.add(word);
            }
        }
        return new IbOptions(adapter, port, isRouted, mgid, words);
    }

    Optional<Integer> number(int at) {
        return word(at).filter(word -> NUMBER.matcher(word).matches()).map(Integer::decode);
    }

    private Optional<String> word(int at) {
        return at < words.size() ? Optional.of(words.get(at)) : Optional.empty();
    }

    /** A LID, or a route that begins with 0 for the local port. */
    Optional<SmpAddress> address(int at) {
        if (!isRouted) {
            return number(at).map(SmpAddress.ByLid::new);
        }
        return word(at).filter(word -> ROUTE.matcher(word).matches())
                .map(word -> new SmpAddress.ByRoute(Arrays.stream(word.split(",", -1))
                        .skip(1)
                        .map(Integer::valueOf)
                        .toList()));
    }
}
