package dev.ibplay.facts.windows;

import dev.ibplay.exec.Bytes;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a program on Windows wrote, as text. Programs write the host's OEM code page where they have no console; some write
 * UTF-8. Text in a code page is hardly ever valid UTF-8 by chance, so that comes first.
 */
public final class ConsoleText {
    private static final int UTF_8 = 65001;

    /** {@code Active code page: 932}; the words are translated, the number is the last one. */
    private static final Pattern LAST_NUMBER = Pattern.compile("(\\d{1,5})\\D*$");

    private ConsoleText() {}

    /**
     * The text.
     *
     * @param codePage the host's OEM code page; where it is not known, or Java does not know it, other characters than ASCII's
     *     become U+FFFD
     */
    public static String decode(Bytes bytes, Optional<Integer> codePage) {
        return bytes.utf8()
                .or(() -> codePage.flatMap(ConsoleText::charset).map(charset -> new String(bytes.toArray(), charset)))
                .orElseGet(bytes::lossyText);
    }

    /** The character set of a Windows code page. */
    static Optional<Charset> charset(int codePage) {
        Stream<String> names = switch (codePage) {
            case UTF_8 -> Stream.of("UTF-8");
            case 932 -> Stream.of("windows-31j");
            case 936 -> Stream.of("GBK");
            case 949 -> Stream.of("x-windows-949", "MS949");
            case 950 -> Stream.of("x-windows-950", "Big5");
            default ->
                List.of("IBM", "windows-", "x-IBM", "Cp").stream().map(prefix -> prefix + "%03d".formatted(codePage));
        };
        return names.filter(Charset::isSupported).map(Charset::forName).findFirst();
    }

    /** The code page that {@code chcp} prints. */
    public static Optional<Integer> codePage(String chcp) {
        Matcher number = LAST_NUMBER.matcher(chcp.strip());
        return number.find() ? Optional.of(Integer.parseInt(number.group(1))) : Optional.empty();
    }
}
