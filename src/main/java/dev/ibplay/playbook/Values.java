package dev.ibplay.playbook;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.playbook.Shape.Complaint;
import dev.ibplay.playbook.Shape.SchemaFact;
import dev.ibplay.playbook.Shape.Value;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Presence;
import dev.ibplay.resource.WantedMtu;
import dev.ibplay.source.Durations;
import dev.ibplay.source.ScalarTypes;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The kinds of single values that a playbook knows. */
final class Values {
    private static final Pattern INTERFACE_NAME = Pattern.compile("[^\\s/]{1,255}");

    private static final Pattern ADAPTER_PORT = Pattern.compile("[A-Za-z][A-Za-z0-9_.:-]{0,62}/[0-9]{1,3}");

    private static final String OF_GROUP = "group";

    /** Whether a thing is to exist. */
    static final Value PRESENCE =
            word("state", Arrays.stream(Presence.values()).map(Presence::word).toList());

    private Values() {}

    static Optional<Presence> presence(String text) {
        return Arrays.stream(Presence.values())
                .filter(p -> p.word().equals(text))
                .findFirst();
    }

    /** Any text that is not empty. */
    static Value text(String what) {
        return new Value(
                what,
                value -> value.text().isBlank() ? complaint(what + " must not be empty") : Optional.empty(),
                List.of(SchemaFact.type("string", "number"), new SchemaFact("minLength", 1)));
    }

    static Value flag() {
        return new Value(
                "yes or no",
                value -> ScalarTypes.bool(value.text()).isPresent()
                        ? Optional.empty()
                        : complaint("\"" + value.text() + "\" is neither yes nor no", "write true or false"),
                List.of(SchemaFact.type("boolean", "string")));
    }

    /** A whole number from {@code min} to {@code max}, both included. */
    static Value whole(String what, long min, long max) {
        return new Value(
                what,
                value -> wholeComplaint(what, value.text(), min, max),
                List.of(
                        SchemaFact.type("integer", "string"),
                        new SchemaFact("minimum", min),
                        new SchemaFact("maximum", max)));
    }

    private static Optional<Complaint> wholeComplaint(String what, String text, long min, long max) {
        Optional<BigInteger> number = ScalarTypes.integer(text);
        if (number.isEmpty()) {
            return complaint("%s is a whole number, not \"%s\"".formatted(what, text));
        }
        boolean inside = number.get().compareTo(BigInteger.valueOf(min)) >= 0
                && number.get().compareTo(BigInteger.valueOf(max)) <= 0;
        return inside
                ? Optional.empty()
                : complaint("%s must be %d to %d, not %s".formatted(what, min, max, number.get()));
    }

    static Value word(String what, List<String> words) {
        return new Value(
                what,
                value -> words.contains(value.text())
                        ? Optional.empty()
                        : complaint(
                                "\"" + value.text() + "\" is no " + what,
                                dev.ibplay.diag.Suggestion.nearest(value.text(), words)
                                        .map(near -> "did you mean \"" + near + "\"?")
                                        .orElse("one of " + String.join(", ", words))),
                List.of(new SchemaFact("enum", words)));
    }

    /** An MTU of the fabric: one of five sizes. */
    static Value fabricMtu() {
        String sizes = Arrays.stream(Mtu.values()).map(Mtu::toString).collect(Collectors.joining(", "));
        return new Value(
                "MTU",
                value -> fabricMtu(value.text()).isPresent()
                        ? Optional.empty()
                        : complaint(
                                "a partition's MTU is " + sizes + ", not \"" + value.text() + "\"",
                                mtuHint(value.text())),
                List.of(
                        SchemaFact.type("integer", "string"),
                        new SchemaFact(
                                "enum",
                                Arrays.stream(Mtu.values()).map(Mtu::bytes).toList())));
    }

    static Optional<Mtu> fabricMtu(String text) {
        return ScalarTypes.integer(text)
                .filter(n -> n.bitLength() < Integer.SIZE)
                .flatMap(n -> Mtu.ofBytes(n.intValue()));
    }

    private static String mtuHint(String text) {
        Optional<Mtu> ofInterface = ScalarTypes.integer(text)
                .filter(n -> n.bitLength() < Integer.SIZE)
                .flatMap(n -> Mtu.ofBytes(n.intValue() + Mtu.IPOIB_HEADER_BYTES));
        if (ofInterface.isPresent()) {
            return "%s is what an IPoIB interface gets from a partition of %s: IPoIB takes 4 bytes"
                    .formatted(text, ofInterface.get());
        }
        Optional<Mtu> ofCode = ScalarTypes.integer(text)
                .filter(n -> n.bitLength() < Integer.SIZE)
                .flatMap(n -> Mtu.ofCode(n.intValue()));
        return ofCode.map(mtu -> text + " is OpenSM's code for " + mtu + "; here the MTU is written in bytes")
                .orElse("write the size in bytes");
    }

    static Value pkey() {
        return new Value(
                "P_Key",
                value -> PKey.parse(value.text()).isPresent() ? Optional.empty() : pkeyComplaint(value.text()),
                List.of(SchemaFact.type("integer", "string")));
    }

    private static Optional<Complaint> pkeyComplaint(String text) {
        Optional<BigInteger> number = ScalarTypes.integer(text);
        if (number.isPresent() && (number.get().intValue() & 0x7fff) == 0) {
            return complaint(
                    "P_Key %s names no partition: its low 15 bits are zero".formatted(text),
                    "partition 1 is written 0x0001, or 0x8001 with the full-member bit");
        }
        return number.isPresent()
                ? complaint("P_Key %s is more than 16 bits".formatted(text), "P_Keys go from 0x0001 to 0xffff")
                : complaint(
                        "\"%s\" is no P_Key".formatted(text), "write it like 0x8001 or 1, without quotes or with them");
    }

    static Value batchSize() {
        return new Value(
                "serial",
                value -> BatchSize.parse(value.text()).isPresent()
                        ? Optional.empty()
                        : complaint(
                                "\"" + value.text() + "\" is no size of a batch",
                                "a number from 1, or a percentage like 25%"),
                List.of(SchemaFact.type("integer", "string")));
    }

    static Value confirm() {
        return new Value(
                "confirm",
                value -> CommitConfirm.parse(value.text()).isPresent()
                        ? Optional.empty()
                        : complaint(
                                "confirm is a time from 10s to 1h, or none, not \"" + value.text() + "\"",
                                "write it like 120s or 5m"),
                List.of(SchemaFact.type("integer", "string")));
    }

    /** A length of time from {@code min} to {@code max}, both included. */
    static Value duration(String what, Duration min, Duration max) {
        String range = Durations.text(min) + " to " + Durations.text(max);
        return new Value(
                what,
                value -> Durations.parse(value.text())
                                .filter(d -> d.compareTo(min) >= 0 && d.compareTo(max) <= 0)
                                .isPresent()
                        ? Optional.empty()
                        : complaint(
                                "%s is a time from %s, not \"%s\"".formatted(what, range, value.text()),
                                "write it like 120s or 5m"),
                List.of(SchemaFact.type("integer", "string")));
    }

    /** The MTU of an IPoIB interface. */
    static Value interfaceMtu() {
        return new Value(
                "mtu",
                value -> value.text().equals(OF_GROUP)
                        ? Optional.empty()
                        : wholeComplaint("mtu", value.text(), IpoibInterface.MIN_MTU, IpoibInterface.MAX_MTU)
                                .map(c -> ScalarTypes.integer(value.text()).isPresent()
                                        ? c
                                        : new Complaint(
                                                c.message(), Optional.of("write bytes, or group for all it carries"))),
                List.of(
                        SchemaFact.type("integer", "string"),
                        new SchemaFact("minimum", IpoibInterface.MIN_MTU),
                        new SchemaFact("maximum", IpoibInterface.MAX_MTU)));
    }

    static Optional<WantedMtu> wantedMtu(String text) {
        return text.equals(OF_GROUP)
                ? Optional.of(new WantedMtu.OfGroup())
                : ScalarTypes.integer(text)
                        .filter(n -> n.bitLength() < Integer.SIZE)
                        .map(n -> new WantedMtu.Bytes(n.intValue()));
    }

    static boolean isAdapterPort(String text) {
        return ADAPTER_PORT.matcher(text).matches();
    }

    /** An adapter and the number of its port. */
    static Value adapterPort() {
        return new Value(
                "port",
                value -> isAdapterPort(value.text())
                        ? Optional.empty()
                        : complaint(
                                "\"" + value.text() + "\" is no adapter port",
                                "write adapter and port number, like mlx5_0/1"),
                List.of(SchemaFact.type("string"), new SchemaFact("pattern", "^" + ADAPTER_PORT.pattern() + "$")));
    }

    static Value interfaceName() {
        return new Value(
                "interface name",
                value -> INTERFACE_NAME.matcher(value.text()).matches()
                                || value.text().contains(" ")
                        ? Optional.empty()
                        : complaint("\"" + value.text() + "\" is no interface name"),
                List.of(SchemaFact.type("string")));
    }

    static Optional<Complaint> complaint(String message) {
        return Optional.of(new Complaint(message, Optional.empty()));
    }

    static Optional<Complaint> complaint(String message, String hint) {
        return Optional.of(new Complaint(message, Optional.of(hint)));
    }
}
