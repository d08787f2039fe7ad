package dev.ibplay.transport.powershell;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What PowerShell says on standard error where that is no terminal: CLIXML ([MS-PSRP] 2.2.5), a line {@code #< CLIXML} and an
 * {@code Objs} element with one string for each line of an error. It may come twice, and plain text of others may stand
 * around it.
 */
final class Clixml {
    private static final Pattern DOCUMENT =
            Pattern.compile("(?:#< CLIXML)?\\s*<Objs\\b[^>]*>(.*?)</Objs>", Pattern.DOTALL);
    private static final Pattern STRING = Pattern.compile("<S\\s+S=\"(\\w+)\"[^>]*>(.*?)</S>", Pattern.DOTALL);
    private static final Pattern ENTITY = Pattern.compile("&(lt|gt|amp|quot|apos|#\\d{1,7}|#x[0-9a-fA-F]{1,6});");

    /** A UTF-16 unit that XML cannot hold, or that could be taken for such: {@code _x000D_}. */
    private static final Pattern ESCAPE = Pattern.compile("_x([0-9a-fA-F]{4})_");

    private static final String ERROR = "Error";

    private Clixml() {}

    /** The text without the markup: errors only; progress, warnings and debug talk are left out. */
    static String plain(String said) {
        String text = DOCUMENT.matcher(said).replaceAll(found -> Matcher.quoteReplacement(errors(found.group(1))));
        List<String> lines = text.replace("#< CLIXML", "\n")
                .lines()
                .map(String::stripTrailing)
                .filter(line -> !line.isBlank())
                .toList();
        return String.join("\n", lines);
    }

    private static String errors(String objects) {
        return STRING.matcher(objects)
                .results()
                .filter(found -> found.group(1).equals(ERROR))
                .map(found -> unescaped(found.group(2)))
                .collect(Collectors.joining("", "\n", "\n"));
    }

    private static String unescaped(String text) {
        String characters =
                ENTITY.matcher(text).replaceAll(found -> Matcher.quoteReplacement(character(found.group(1))));
        return ESCAPE.matcher(characters)
                .replaceAll(
                        found -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))));
    }

    private static String character(String entity) {
        return switch (entity) {
            case "lt" -> "<";
            case "gt" -> ">";
            case "amp" -> "&";
            case "quot" -> "\"";
            case "apos" -> "'";
            default -> {
                int code = entity.startsWith("#x")
                        ? Integer.parseInt(entity.substring(2), 16)
                        : Integer.parseInt(entity.substring(1));
                yield Character.isValidCodePoint(code) ? Character.toString(code) : "?";
            }
        };
    }
}
