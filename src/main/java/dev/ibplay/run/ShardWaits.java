package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.journal.ShardState;
import dev.ibplay.shard.Membership;
import dev.ibplay.shard.Post;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Waits of a shard for others. All are limited: one that has not begun is waited for as long as the user says, one that lives
 * for a day, one that is lost or has ended not at all.
 *
 * @param begin how long others are waited for that have not begun
 * @param nanoTime the world's time, also where hosts have another pace
 * @param say tells the user what is waited for
 */
public record ShardWaits(Duration begin, LongSupplier nanoTime, Consumer<String> say) {
    /** Longer than any rollout; a shard that hangs with a beat must not keep the others for ever. */
    private static final Duration MOST = Duration.ofDays(1);

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration FIRST_WORD = Duration.ofSeconds(10);
    private static final Duration FURTHER_WORDS = Duration.ofMinutes(1);
    private static final int MOST_NAMES = 20;

    /** Waits for one shard's post, and gives what is to be made of it. */
    <P extends Post> Optional<String> forPost(
            Membership me, int shard, Class<P> kind, String what, Patience patience, Function<P, Optional<String>> take)
            throws IOException {
        return forAll(me, List.of(shard), kind, what, patience, (number, post) -> take.apply(post));
    }

    /** Waits for a post of each of these shards; why not, where one of them will not come. */
    <P extends Post> Optional<String> forAll(
            Membership me,
            List<Integer> shards,
            Class<P> kind,
            String what,
            Patience patience,
            BiFunction<Integer, P, Optional<String>> take)
            throws IOException {
        Set<Integer> awaited = new TreeSet<>(shards);
        var talk = new Talk(me, what);
        while (true) {
            Set<Integer> notBegun = new TreeSet<>();
            for (int shard : List.copyOf(awaited)) {
                // Before the post: one that ends right behind its post has said it.
                ShardState state = me.of(shard);
                Optional<P> post = post(me, shard, kind);
                if (post.isPresent()) {
                    awaited.remove(shard);
                    Optional<String> against = take.apply(shard, post.get());
                    if (against.isPresent()) {
                        return against;
                    }
                    continue;
                }
                Optional<String> missing = missing(me, shard, state, what);
                if (missing.isPresent()) {
                    return missing;
                }
                if (state instanceof ShardState.NotBegun) {
                    notBegun.add(shard);
                }
            }
            if (awaited.isEmpty()) {
                return Optional.empty();
            }
            if (patience.isStopping()) {
                return Optional.of("interrupted");
            }
            Optional<String> late = talk.tooLate(awaited, notBegun);
            if (late.isPresent()) {
                return late;
            }
            patience.pause(LOOK);
        }
    }

    private static <P extends Post> Optional<P> post(Membership me, int shard, Class<P> kind) throws IOException {
        return me.folder().post(shard, name(kind)).filter(kind::isInstance).map(kind::cast);
    }

    private static String name(Class<? extends Post> kind) {
        return Post.NAMES.getOrDefault(kind, "");
    }

    /** Why a shard will not say any more what it has not said yet. */
    private static Optional<String> missing(Membership me, int shard, ShardState state, String what)
            throws IOException {
        Optional<Post.Stopped> stopped = post(me, shard, Post.Stopped.class);
        if (stopped.isPresent()) {
            return Optional.of(
                    "shard %d has stopped: %s".formatted(shard, stopped.get().because()));
        }
        return switch (state) {
            case ShardState.Ended ended ->
                Optional.of("shard %d has ended with exit code %d, and was waited for %s"
                        .formatted(shard, ended.exitCode(), what));
            case ShardState.Lost ignored ->
                Optional.of("shard %d is lost: it gives no sign of life, and was waited for %s".formatted(shard, what));
            case ShardState.NotBegun ignored -> Optional.empty();
            case ShardState.AtWork ignored -> Optional.empty();
        };
    }

    /** Waits until nothing more comes from these shards. */
    void forEnds(Membership me, List<Integer> shards, Patience patience) {
        Set<Integer> awaited = new TreeSet<>(shards);
        var talk = new Talk(me, "to end");
        while (!patience.isStopping()) {
            try {
                for (int shard : List.copyOf(awaited)) {
                    if (Fellows.isOver(me.of(shard))) {
                        awaited.remove(shard);
                    }
                }
            } catch (IOException unseen) {
                return; // whether they live cannot be told any more, and they know by this shard's beat
            }
            if (awaited.isEmpty() || talk.tooLate(awaited, Set.of()).isPresent()) {
                return;
            }
            patience.pause(LOOK);
        }
    }

    /** What is said of one wait, and when it is too long. */
    private final class Talk {
        private final Membership me;
        private final String what;
        private final long began = nanoTime.getAsLong();
        private long next = FIRST_WORD.toNanos();

        Talk(Membership me, String what) {
            this.me = me;
            this.what = what;
        }

        Optional<String> tooLate(Set<Integer> awaited, Set<Integer> notBegun) {
            long waited = nanoTime.getAsLong() - began;
            if (!notBegun.isEmpty() && waited > begin.toNanos()) {
                return Optional.of("%s not begun within %d s, and all shards of a job must be at work at the same time"
                        .formatted(names(notBegun) + (notBegun.size() == 1 ? " has" : " have"), begin.toSeconds()));
            }
            if (waited > MOST.toNanos()) {
                return Optional.of("%s took more than %d hours %s".formatted(names(awaited), MOST.toHours(), what));
            }
            if (waited >= next) {
                next = waited + FURTHER_WORDS.toNanos();
                say.accept("shard %s waits for %s %s%s"
                        .formatted(
                                me.shard(),
                                names(awaited),
                                what,
                                notBegun.isEmpty() ? "" : " (not begun: %s)".formatted(numbers(notBegun))));
            }
            return Optional.empty();
        }

        private static String names(Set<Integer> shards) {
            return (shards.size() == 1 ? "shard " : "shards ") + numbers(shards);
        }

        private static String numbers(Set<Integer> shards) {
            String all = shards.stream().limit(MOST_NAMES).map(String::valueOf).collect(Collectors.joining(", "));
            return shards.size() > MOST_NAMES ? all + " and %d more".formatted(shards.size() - MOST_NAMES) : all;
        }
    }
}
