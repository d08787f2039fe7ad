package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A call of one of the far end's functions as a script has it: its arguments are texts and bytes in base64, words in single quotes, truth
 * values and numbers.
 *
 * @param arguments as bytes, whatever they are written as
 */
record FarEndCall(String function, List<Bytes> arguments) {
    private static final Pattern CALL = Pattern.compile("\\s*(Ib-\\w+)((?:\\s.*)?)", Pattern.DOTALL);
    private static final Pattern ARGUMENT = Pattern.compile(
            "\\s+(?:\\(Ib-(?:Text|Bytes) '([A-Za-z0-9+/=]*)'\\)|'([^']*)'|\\$(true|false)|(-?\\d{1,18}))(?=\\s|$)");

    FarEndCall {
        arguments = List.copyOf(arguments);
    }

    /** Nothing for text that is no such call. */
    static Optional<FarEndCall> of(String text) {
        Matcher call = CALL.matcher(text.strip());
        if (!call.matches()) {
            return Optional.empty();
        }
        List<Bytes> arguments = new ArrayList<>();
        String rest = call.group(2).stripTrailing();
        Matcher argument = ARGUMENT.matcher(rest);
        int at = 0;
        while (at < rest.length()) {
            if (!argument.find(at) || argument.start() != at) {
                return Optional.empty();
            }
            arguments.add(value(argument));
            at = argument.end();
        }
        return Optional.of(new FarEndCall(call.group(1), arguments));
    }

    private static Bytes value(Matcher argument) {
        if (argument.group(1) != null) {
            return Bytes.of(Base64.getDecoder().decode(argument.group(1)));
        }
        for (int group = 2; group < argument.groupCount(); group++) {
            if (argument.group(group) != null) {
                return Bytes.ofUtf8(argument.group(group));
            }
        }
        return Bytes.ofUtf8(argument.group(argument.groupCount()));
    }

    Bytes bytes(int number) {
        return number < arguments.size() ? arguments.get(number) : Bytes.EMPTY;
    }

    String text(int number) {
        return bytes(number).lossyText();
    }

    /** A path, which may be that of ibplay's own folder. */
    String path(int number) {
        return WindowsFiles.own(text(number));
    }

    boolean isTrue(int number) {
        return text(number).equals("true");
    }

    long number(int number) {
        return Long.parseLong(text(number));
    }
}
