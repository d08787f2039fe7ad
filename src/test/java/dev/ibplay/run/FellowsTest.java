package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.plan.Elsewhere;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import dev.ibplay.playbook.Shard;
import dev.ibplay.shard.BeatTiming;
import dev.ibplay.shard.JobFolder;
import dev.ibplay.shard.Membership;
import dev.ibplay.shard.Post;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens while a shard waits is what the test has put into the queue, one thing a second. */
class FellowsTest {
    private static final BeatTiming TIMING = new BeatTiming(Duration.ofHours(1), Duration.ofSeconds(90));
    private static final Elsewhere MINE = new Elsewhere(Set.of("n1"), Set.of(), Map.of());
    private static final Elsewhere YOURS = new Elsewhere(Set.of("n2"), Set.of(), Map.of());

    @FunctionalInterface
    private interface Deed {
        void happen() throws IOException;
    }

    private final class Queued implements Patience {
        @Override
        public long nanoTime() {
            return now.get();
        }

        @Override
        public void pause(Duration duration) {
            now.addAndGet(duration.multipliedBy(stride).toNanos());
            seconds++;
            try {
                Deed next = deeds.poll();
                if (next != null) {
                    next.happen();
                }
                if (isAlive) {
                    Files.writeString(temporary.resolve("2").resolve("beat"), seconds + "\n");
                }
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }

        @Override
        public boolean isStopping() {
            return isStopping;
        }
    }

    @TempDir
    private Path temporary = Path.of("set by JUnit");

    private final Queue<Deed> deeds = new ArrayDeque<>();
    private final List<String> said = new ArrayList<>();
    private final List<Membership> memberships = new ArrayList<>();
    private final Patience patience = new Queued();
    private final AtomicLong now = new AtomicLong();
    private int seconds;
    private int stride = 1;
    private boolean isAlive;
    private boolean isStopping;

    private Membership join(int number) throws IOException {
        Membership membership = Membership.join(new JobFolder(temporary), new Shard(number, 2), TIMING, now::get);
        memberships.add(membership);
        return membership;
    }

    private Fellows fellows(Membership membership) {
        return new Fellows(
                membership,
                patience,
                new ShardWaits(Duration.ofMinutes(1), now::get, said::add),
                text -> text.replace("secret", "<hidden>"));
    }

    private Membership first() {
        return memberships.get(0);
    }

    @BeforeEach
    void joinFirst() throws IOException {
        join(1);
    }

    @AfterEach
    void leave() {
        memberships.forEach(Membership::close);
    }

    private static Plan plan(String... steps) {
        List<Step> fabric = new ArrayList<>();
        for (String step : steps) {
            fabric.add(new Step.Await("sm1", step, List.of(), Duration.ZERO, Duration.ZERO));
        }
        return new Plan(List.of(), List.of(), List.of(), List.of(), fabric, List.of(), List.of(), List.of(), Map.of());
    }

    private static Plan refused(String why) {
        return new Plan(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(Diagnostic.error(Code.MTU_CHAIN, new Location.Run(), why)),
                List.of(),
                Map.of());
    }

    /** Both have the same plan with a step on a subnet manager. */
    private Membership agreed(Fellows one) throws IOException {
        Membership second = join(2);
        second.say(new Post.Planned(List.of("sm1: restart"), ""));
        assertThat(one.agree(plan("restart"))).isEmpty();
        return second;
    }

    @Test
    void allKnowWhatAllHaveRead() throws IOException {
        Fellows one = fellows(first());
        deeds.add(() -> join(2));
        deeds.add(() -> memberships.get(1).say(new Post.Found(YOURS)));
        assertThat(one.exchange(MINE)).isEmpty();
        assertThat(one.known()).isEqualTo(MINE.and(YOURS));
        Fellows two = fellows(memberships.get(1));
        assertThat(two.exchange(YOURS)).isEmpty();
        assertThat(two.known()).isEqualTo(one.known());
    }

    @Test
    void whoRefusesRefusesForAll() throws IOException {
        Fellows one = fellows(first());
        Fellows two = fellows(join(2));
        deeds.add(() -> assertThat(one.agree(plan()))
                .hasValueSatisfying(why ->
                        assertThat(why).startsWith("shard 2 is refused: ").endsWith("node3 cannot have <hidden>")));
        assertThat(two.agree(refused("node3 cannot have secret")))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("shard 2 is refused").doesNotContain("secret"));
    }

    @Test
    void allMustHaveTheSameFabricInMind() throws IOException {
        Fellows one = fellows(first());
        join(2).say(new Post.Planned(List.of("sm1: restart", "sm2: restart"), ""));
        assertThat(one.agree(plan("restart")))
                .hasValueSatisfying(why -> assertThat(why).contains("shard 2 sees the fabric in another way"));
    }

    @Test
    void whoDoesNotBeginIsNotWaitedForForEver() {
        assertThat(fellows(first()).exchange(MINE))
                .hasValueSatisfying(why -> assertThat(why).startsWith("shard 2 has not begun within 60 s"));
        assertThat(said).contains("shard 1/2 waits for shard 2 to read its hosts (not begun: 2)");
    }

    @Test
    void whoIsLostIsNotWaitedFor() throws IOException {
        join(2);
        assertThat(fellows(first()).exchange(MINE))
                .hasValueSatisfying(why -> assertThat(why).startsWith("shard 2 is lost"));
        assertThat(seconds).isBetween(85, 95);
    }

    @Test
    void evenWhoLivesIsNotWaitedForForEver() throws IOException {
        join(2);
        isAlive = true;
        stride = 60;
        assertThat(fellows(first()).exchange(MINE))
                .hasValueSatisfying(why -> assertThat(why).contains("took more than 24 hours"));
    }

    @Test
    void subnetManagersWaitUntilAllHaveShrunk() throws IOException {
        Fellows one = fellows(first());
        Membership second = agreed(one);
        List<String> done = new ArrayList<>();
        assertThat(one.lock(() -> {
                    done.add("locked");
                    return Optional.empty();
                }))
                .isEmpty();
        deeds.add(() -> done.add("waits"));
        deeds.add(() -> {
            done.add("shrunk");
            second.say(new Post.Shrunk());
        });
        assertThat(one.fabric(() -> {
                    done.add("restarted");
                    return Optional.empty();
                }))
                .isEmpty();
        assertThat(done).containsExactly("locked", "waits", "shrunk", "restarted");
        assertThat(second.folder().post(1, "fabric")).contains(new Post.FabricDone());
    }

    @Test
    void othersWaitForTheLockAndForTheSubnetManagers() throws IOException {
        Fellows two = fellows(join(2));
        first().say(new Post.Agreed(""));
        assertThat(two.agree(plan("restart"))).isEmpty();
        deeds.add(() -> first().say(new Post.Locked()));
        assertThat(two.lock(() -> Optional.of("not mine"))).isEmpty();
        deeds.add(() -> assertThat(first().folder().post(2, "shrunk")).isPresent());
        deeds.add(() -> first().say(new Post.FabricDone()));
        assertThat(two.fabric(() -> Optional.of("not mine"))).isEmpty();
        assertThat(seconds).isEqualTo(3);
    }

    @Test
    void aStopLeavesTheSubnetManagersAlone() throws IOException {
        Fellows one = fellows(first());
        Membership second = agreed(one);
        deeds.add(() -> fellows(second).stopped("all 3 hosts of a batch failed", false));
        assertThat(one.fabric(() -> Optional.of("the fabric was changed")))
                .contains("the subnet managers are left alone: shard 2 has stopped: all 3 hosts of a batch failed");
        assertThat(second.folder().post(1, "fabric")).isEmpty();
    }

    @Test
    void anEndLeavesTheSubnetManagersAlone() throws IOException {
        Fellows one = fellows(first());
        agreed(one).ended(130);
        assertThat(one.fabric(() -> Optional.of("the fabric was changed")))
                .hasValueSatisfying(why -> assertThat(why).contains("shard 2 has ended with exit code 130"));
    }

    @Test
    void whereNoSubnetManagerChangesNobodyWaits() throws IOException {
        Fellows one = fellows(first());
        join(2).say(new Post.Planned(List.of(), ""));
        assertThat(one.agree(plan())).isEmpty();
        assertThat(one.waitsForFabric()).isFalse();
        assertThat(one.lock(() -> Optional.of("locked"))).isEmpty();
        assertThat(one.fabric(() -> Optional.of("done at once"))).contains("done at once");
        one.awaitOthers();
        assertThat(seconds).isZero();
    }

    @Test
    void fatalErrorsCountForPlaysThatSaySo() throws IOException {
        Fellows one = fellows(first());
        Fellows two = fellows(agreed(one));
        assertThat(one.mayGoOn(true)).isEmpty();
        two.stopped("any_errors_fatal: 1 of 2 hosts of a batch failed", true);
        two.stopped("and what followed", true);
        assertThat(one.mayGoOn(false)).isEmpty();
        assertThat(one.mayGoOn(true))
                .contains("any_errors_fatal: shard 2: any_errors_fatal: 1 of 2 hosts of a batch failed");
    }

    @Test
    void whoIsGivenUpDoesNothingFurther() throws IOException {
        Fellows one = fellows(first());
        agreed(one);
        now.addAndGet(Duration.ofSeconds(46).toNanos());
        assertThat(one.mayGoOn(false)).hasValueSatisfying(why -> assertThat(why).contains("given it up"));
    }

    @Test
    void theLockIsHeldUntilAllHaveEnded() throws IOException {
        Fellows one = fellows(first());
        Membership second = agreed(one);
        deeds.add(() -> {});
        deeds.add(() -> second.ended(0));
        one.awaitOthers();
        assertThat(seconds).isEqualTo(2);
    }

    @Test
    void whoIsInterruptedWaitsForNobody() throws IOException {
        join(2);
        isStopping = true;
        assertThat(fellows(first()).exchange(MINE)).contains("interrupted");
        assertThat(seconds).isZero();
    }
}
