package dev.ibplay.transport.helper;

import dev.ibplay.exec.Bytes;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The talk with the bootstrap line, up to the helper's own start. */
final class HelperStart {
    private final String host;
    private final Connection connection;
    private final Duration timeLimit;
    private final List<HelperBinary> binaries;
    private final Marker marker = Marker.random();

    HelperStart(String host, Connection connection, Duration timeLimit, List<HelperBinary> binaries) {
        this.host = host;
        this.connection = connection;
        this.timeLimit = timeLimit;
        this.binaries = binaries;
    }

    HelperOpening open(HelperChoice choice) throws TransportException {
        return switch (choice) {
            case HelperChoice.None() -> new HelperOpening.Unusable("turned off by ibplay_helper: none");
            case HelperChoice.AtPath at -> start(Bootstrap.atPath(marker, at), at.path());
            case HelperChoice.Automatic() ->
                binaries.isEmpty()
                        ? new HelperOpening.Unusable("this build carries no helper")
                        : start(Bootstrap.automatic(marker, binaries), "the helper");
        };
    }

    private HelperOpening start(String commandLine, String program) throws TransportException {
        Channel channel = connection.start(commandLine);
        FarEnd farEnd = new FarEnd(host, channel);
        boolean kept = false;
        try {
            HelperOpening opening = talk(farEnd, program);
            kept = opening instanceof HelperOpening.Opened;
            return opening;
        } finally {
            if (!kept) {
                farEnd.close(Duration.ZERO);
            }
        }
    }

    private HelperOpening talk(FarEnd farEnd, String program) throws TransportException {
        String answer = farEnd.within(timeLimit, () -> farEnd.readMarked(marker));
        int roundTrips = 1;
        if (answer.startsWith("send ")) {
            Bytes content = binary(farEnd, answer.substring("send ".length())).content();
            answer = farEnd.within(timeLimit, () -> upload(farEnd, content));
            roundTrips++;
        }
        String[] words = answer.split(" ", 2);
        String rest = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "start" -> new HelperOpening.Opened(new HelperSession(farEnd, connection.isLocal(), rest, roundTrips));
            case "cpu" -> new HelperOpening.Unusable("no helper for " + rest, system(rest));
            case "folder" -> new HelperOpening.Unusable("no folder of the login's own to keep the helper in");
            case "noexec" -> new HelperOpening.Unusable("the helper cannot be executed in any folder (noexec?)");
            case "full" -> new HelperOpening.Unusable("the helper could not be written to " + rest);
            case "damaged" -> new HelperOpening.Unusable("the helper did not arrive whole");
            case "missing" -> throw farEnd.broken("there is no program " + program);
            default -> throw farEnd.broken("the bootstrap answered: " + answer);
        };
    }

    /** The first of the two words of {@code uname -s} and {@code uname -m}. */
    private static Optional<String> system(String cpu) {
        return Optional.of(cpu.split(" ", 2)[0]).filter(name -> !name.isEmpty());
    }

    private HelperBinary binary(FarEnd farEnd, String cpu) throws TransportException {
        return binaries.stream()
                .filter(b -> b.cpu().equals(cpu))
                .findFirst()
                .orElseThrow(() -> farEnd.broken("the bootstrap asked for a helper for " + cpu));
    }

    /** A host whose disk is full stops reading; what it says then matters, not the broken pipe. */
    private String upload(FarEnd farEnd, Bytes content) throws IOException, MalformedFrame {
        try {
            farEnd.send(content.toArray());
        } catch (IOException e) {
            String answer = farEnd.readMarked(marker);
            if (answer.isEmpty()) {
                throw e;
            }
            return answer;
        }
        return farEnd.readMarked(marker);
    }
}
