package dev.ibplay.cli;

import dev.ibplay.diag.Span;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedPlay;
import dev.ibplay.playbook.BatchSize;
import dev.ibplay.playbook.CommitConfirm;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Play;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.source.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Plays as the journal keeps them, and back. */
final class RecordedPlays {
    private RecordedPlays() {}

    static JournalEvent.Plays of(DesiredState desired) {
        List<RecordedPlay> plays = new ArrayList<>();
        for (DesiredState.ResolvedPlay play : desired.plays()) {
            plays.add(of(play, hosts(desired, plays.size())));
        }
        return new JournalEvent.Plays(
                plays,
                desired.hosts().stream()
                        .filter(host -> !host.all(SubnetManager.class).isEmpty())
                        .map(DesiredHost::host)
                        .toList());
    }

    /** Those that the play may change, and those outside the limit that are read as it says. */
    private static List<String> hosts(DesiredState desired, int play) {
        Set<String> hosts = new LinkedHashSet<>(desired.plays().get(play).hosts());
        desired.hosts().stream()
                .filter(host -> host.wanted().stream().anyMatch(w -> w.play() == play))
                .forEach(host -> hosts.add(host.host()));
        return List.copyOf(hosts);
    }

    private static RecordedPlay of(DesiredState.ResolvedPlay resolved, List<String> hosts) {
        Play play = resolved.play();
        Play.PlayConnection connection = play.connection();
        return new RecordedPlay(
                play.title(),
                hosts,
                play.serial().stream().map(RecordedPlays::text).toList(),
                number(play.maxFailPercentage()),
                play.anyErrorsFatal(),
                number(play.confirm().window().map(window -> (int) window.toSeconds())),
                connection.become(),
                connection.becomeUser(),
                connection.remoteUser(),
                connection.connection(),
                number(connection.port()));
    }

    private static String text(BatchSize size) {
        return switch (size) {
            case BatchSize.Hosts hosts -> Integer.toString(hosts.count());
            case BatchSize.Percent percent -> percent.share() + "%";
        };
    }

    /** A play that wants nothing by itself: how to reach its hosts, and in which batches. */
    static Play play(RecordedPlay recorded, Span span) {
        return new Play(
                Optional.of(recorded.name()),
                List.of(),
                Map.of(),
                Optional.empty(),
                recorded.serial().stream()
                        .flatMap(size -> BatchSize.parse(size).stream())
                        .toList(),
                number(recorded.maxFailPercentage()),
                recorded.anyErrorsFatal(),
                new CommitConfirm(number(recorded.confirmSeconds()).map(Duration::ofSeconds)),
                List.of(),
                List.of(),
                new Play.PlayConnection(
                        recorded.become(),
                        recorded.becomeUser(),
                        recorded.remoteUser(),
                        recorded.connection(),
                        number(recorded.port())),
                List.of(),
                new Node.Mapping(List.of(), span),
                span);
    }

    private static OptionalInt number(Optional<Integer> number) {
        return number.map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    private static Optional<Integer> number(OptionalInt number) {
        return number.isPresent() ? Optional.of(number.getAsInt()) : Optional.empty();
    }
}
