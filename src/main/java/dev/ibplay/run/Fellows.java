package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Severity;
import dev.ibplay.journal.ShardState;
import dev.ibplay.plan.Elsewhere;
import dev.ibplay.plan.Plan;
import dev.ibplay.shard.Membership;
import dev.ibplay.shard.Post;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The shards of a job. The first one hears all the others and says to all when they may go on; so what is read of the folder they
 * share grows with their number only. A barrier that was not reached is never passed: whoever fails, is refused, stops or is
 * lost stops all that rests on it.
 */
public final class Fellows implements Together {
    private static final int FIRST = 1;

    private final Membership me;
    private final Patience patience;
    private final ShardWaits waits;
    private final UnaryOperator<String> hide;
    private volatile Elsewhere known = Elsewhere.NOTHING;
    private volatile boolean waitsForFabric;
    private volatile boolean hasStopped;

    /**
     * This process as one of the shards.
     *
     * @param waits how long it waits, and how it tells the user
     * @param hide takes out of texts what must not be shown: the others write them into their journals
     */
    public Fellows(Membership me, Patience patience, ShardWaits waits, UnaryOperator<String> hide) {
        this.hide = hide;
        this.me = me;
        this.patience = patience;
        this.waits = waits;
    }

    /** What may fail because the folder cannot be used. */
    @FunctionalInterface
    private interface Meeting {
        Optional<String> take() throws IOException;
    }

    private Optional<String> meet(Meeting meeting) {
        try {
            return meeting.take();
        } catch (IOException broken) {
            return Optional.of("the folder of the shards cannot be used: " + broken);
        }
    }

    private List<Integer> others() {
        return IntStream.rangeClosed(FIRST + 1, me.shard().of()).boxed().toList();
    }

    @Override
    public Optional<String> exchange(Elsewhere own) {
        return meet(() -> {
            me.say(new Post.Found(own));
            if (!me.shard().isFirst()) {
                return waits.forPost(me, FIRST, Post.Known.class, "to know the hosts of all", patience, known -> {
                    this.known = known.hosts();
                    return Optional.empty();
                });
            }
            Elsewhere[] all = {own};
            Optional<String> missing =
                    waits.forAll(me, others(), Post.Found.class, "to read its hosts", patience, (shard, found) -> {
                        all[0] = all[0].and(found.hosts());
                        return Optional.empty();
                    });
            if (missing.isPresent()) {
                return refuseAll(missing.get());
            }
            known = all[0];
            me.say(new Post.Known(all[0]));
            return Optional.empty();
        });
    }

    @Override
    public Elsewhere known() {
        return known;
    }

    @Override
    public Optional<String> agree(Plan job) {
        waitsForFabric = !job.fabric().isEmpty();
        List<String> fabric = job.fabric().stream()
                .map(step -> step.host() + ": " + hide.apply(step.what()))
                .toList();
        String refused = job.diagnostics().stream()
                .filter(d -> d.severity() == Severity.ERROR)
                .map(d -> d.code().id() + ": " + hide.apply(d.message()))
                .findFirst()
                .orElse("");
        return meet(() -> {
            me.say(new Post.Planned(fabric, refused));
            if (!me.shard().isFirst()) {
                return waits.forPost(
                        me,
                        FIRST,
                        Post.Agreed.class,
                        "to hear that all have a plan",
                        patience,
                        agreed -> Optional.of(agreed.refused()).filter(why -> !why.isEmpty()));
            }
            List<String> against = new ArrayList<>();
            if (!refused.isEmpty()) {
                against.add("shard 1 is refused: " + refused);
            }
            Optional<String> missing =
                    waits.forAll(me, others(), Post.Planned.class, "to plan", patience, (shard, planned) -> {
                        objection(shard, planned, fabric).ifPresent(against::add);
                        return Optional.empty();
                    });
            if (missing.isPresent()) {
                return refuseAll(missing.get());
            }
            if (!against.isEmpty()) {
                return refuseAll(String.join("; ", against));
            }
            me.say(new Post.Agreed(""));
            return Optional.empty();
        });
    }

    private static Optional<String> objection(int shard, Post.Planned planned, List<String> fabric) {
        if (!planned.refused().isEmpty()) {
            return Optional.of("shard %d is refused: %s".formatted(shard, planned.refused()));
        }
        return planned.fabric().equals(fabric)
                ? Optional.empty()
                : Optional.of(
                        ("shard %d sees the fabric in another way: it would change subnet managers by %d steps where"
                                        + " shard 1 has %d, or by other ones")
                                .formatted(shard, planned.fabric().size(), fabric.size()));
    }

    private Optional<String> refuseAll(String because) throws IOException {
        me.say(new Post.Agreed(because));
        stopped(because, false);
        return Optional.of(because);
    }

    @Override
    public boolean waitsForFabric() {
        return waitsForFabric;
    }

    @Override
    public Optional<String> lock(Supplier<Optional<String>> lock) {
        if (!waitsForFabric) {
            return Optional.empty();
        }
        return meet(() -> {
            if (!me.shard().isFirst()) {
                return waits.forPost(
                        me, FIRST, Post.Locked.class, "to lock the fabric", patience, locked -> Optional.empty());
            }
            Optional<String> refused = lock.get();
            if (refused.isEmpty()) {
                me.say(new Post.Locked());
            }
            return refused;
        });
    }

    @Override
    public Optional<String> fabric(Supplier<Optional<String>> work) {
        if (!waitsForFabric) {
            return work.get();
        }
        return meet(() -> {
            me.say(new Post.Shrunk());
            if (!me.shard().isFirst()) {
                return waits.forPost(
                        me,
                        FIRST,
                        Post.FabricDone.class,
                        "to change the subnet managers",
                        patience,
                        done -> Optional.empty());
            }
            Optional<String> stopped = waits.forAll(
                            me,
                            others(),
                            Post.Shrunk.class,
                            "to shrink its interfaces",
                            patience,
                            (shard, shrunk) -> Optional.empty())
                    .map(why -> "the subnet managers are left alone: " + why)
                    .or(() -> mayGoOn(false))
                    .or(work);
            if (stopped.isEmpty()) {
                me.say(new Post.FabricDone());
            }
            return stopped;
        });
    }

    @Override
    public Optional<String> mayGoOn(boolean anyErrorsFatal) {
        if (me.isGivenUp()) {
            return Optional.of(
                    "this shard could not say in the folder of the shards that it lives, so the others have given it up");
        }
        if (waitsForFabric && me.isFirstGone()) {
            return Optional.of("shard 1, which holds the lock of the fabric, has ended or is lost");
        }
        return anyErrorsFatal
                ? meet(() -> me.folder().fatal().map(why -> "any_errors_fatal: " + why.because()))
                : Optional.empty();
    }

    @Override
    public void stopped(String reason, boolean anyErrorsFatal) {
        if (hasStopped) {
            return; // what stopped it first is why
        }
        hasStopped = true;
        String because = hide.apply(reason);
        try {
            me.say(new Post.Stopped(because));
            if (anyErrorsFatal) {
                me.fatal(new Post.Stopped("shard %d: %s".formatted(me.shard().number(), because)));
            }
        } catch (IOException expected) {
            // Who cannot say it is found to be lost, or to have ended.
        }
    }

    /** The locks are held until nobody rests on them any more; a shard that is lost changes nothing either, as it knows. */
    @Override
    public void awaitOthers() {
        if (!me.shard().isFirst() || !waitsForFabric || patience.isStopping()) {
            return;
        }
        waits.forEnds(me, others(), patience);
    }

    /** Whether a shard's state is one from which nothing further comes. */
    static boolean isOver(ShardState state) {
        return switch (state) {
            case ShardState.Ended ignored -> true;
            case ShardState.Lost ignored -> true;
            case ShardState.NotBegun ignored -> false;
            case ShardState.AtWork ignored -> false;
        };
    }
}
