package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import java.util.Optional;

/** Says what OpenSM makes of a line whose value is not what the line says. Never shows the value of a secret key. */
final class OptionMessages {
    private OptionMessages() {}

    static Optional<Diagnostic> of(OpensmOption option, OpensmConfLine line, OptionReader.Taken taken) {
        return switch (taken.verdict()) {
            case AS_WRITTEN -> Optional.empty();
            case NOT_NUMERIC -> Optional.of(notNumeric(option, line, taken.value()));
            case OUT_OF_RANGE ->
                Optional.of(Diagnostic.error(
                                Code.OPENSM_CONF_OUT_OF_RANGE,
                                line.span(),
                                "the value of %s is out of range; OpenSM leaves it at %s"
                                        .formatted(option.key(), shown(option, taken.value())))
                        .withHint("%s is %s".formatted(option.key(), range(option))));
            case NOT_BOOLEAN -> Optional.of(notBoolean(line));
            case MALFORMED ->
                Optional.of(Diagnostic.error(
                                Code.OPENSM_CONF_MALFORMED,
                                line.span(),
                                "OpenSM cannot read this and leaves %s at %s"
                                        .formatted(option.key(), shown(option, taken.value())))
                        .withHint(
                                "%s is %s".formatted(option.key(), option.type().words())));
            case CUT ->
                Optional.of(Diagnostic.error(
                                Code.OPENSM_CONF_MALFORMED,
                                line.span(),
                                "OpenSM takes %s from this line for %s"
                                        .formatted(shown(option, taken.value()), option.key()))
                        .withHint(
                                "%s is %s".formatted(option.key(), option.type().words())));
        };
    }

    private static String shown(OpensmOption option, String value) {
        return option.isSecret() ? "what it was" : value;
    }

    private static String range(OpensmOption option) {
        return option.allowed().map(AllowedValues::words).orElse(option.type().words());
    }

    private static Diagnostic notNumeric(OpensmOption option, OpensmConfLine line, String value) {
        String key = line.key().text();
        String hint = line.value().text().startsWith("=")
                ? "write '%s' and the value with a blank between them, without '='".formatted(key)
                : "write %s".formatted(option.type().words());
        return Diagnostic.error(
                        Code.OPENSM_CONF_NOT_NUMERIC,
                        line.span(),
                        "OpenSM takes no number from this line and leaves %s at %s"
                                .formatted(key, shown(option, value)))
                .withHint(hint);
    }

    private static Diagnostic notBoolean(OpensmConfLine line) {
        return Diagnostic.error(
                        Code.OPENSM_CONF_NOT_BOOLEAN,
                        line.span(),
                        "OpenSM takes '%s' as FALSE: only the word TRUE is true"
                                .formatted(printable(line.value().text())))
                .withHint("write TRUE or FALSE");
    }

    static Diagnostic reset(OpensmOption option, OpensmConfLine line, String instead, String allowed) {
        return Diagnostic.error(
                        Code.OPENSM_CONF_OUT_OF_RANGE,
                        line.span(),
                        "the value of %s is out of range; OpenSM falls back to %s".formatted(option.key(), instead))
                .withHint("%s is %s".formatted(option.key(), allowed));
    }

    static Diagnostic crash(OpensmOption option, OpensmConfLine line) {
        return Diagnostic.error(
                        Code.OPENSM_CONF_CRASH, line.span(), "OpenSM crashes when %s is (null)".formatted(option.key()))
                .withHint(
                        "leave the line out for %s".formatted(option.byDefault().orElse("the default")));
    }

    /** A text of the file without what a terminal would act on. */
    static String printable(String text) {
        return text.replaceAll("[^ -~]", "?");
    }
}
