package dev.ibplay.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitingThreadsTest {
    private static final int MORE_THAN_PROCESSORS = 4 * Runtime.getRuntime().availableProcessors();
    private static final long LIMIT_SECONDS = 20;

    @Test
    void areVirtualOnlyWhereTheseLeaveTheirCarriersWithinMonitors() {
        assertThat(WaitingThreads.builder(21).unstarted(() -> {}))
                .matches(Thread::isDaemon)
                .matches(t -> !t.isVirtual());
        assertThat(WaitingThreads.builder(23).unstarted(() -> {})).matches(t -> !t.isVirtual());
        assertThat(WaitingThreads.builder(24).unstarted(() -> {})).matches(Thread::isVirtual);
    }

    /** As readers of a library's pipes do, each within a monitor of its own, until one more thread has run. */
    @Test
    void manyThatWaitWithinMonitorsDoNotStopOthers() throws InterruptedException {
        var waiting = new CountDownLatch(MORE_THAN_PROCESSORS);
        var go = new CountDownLatch(1);
        var done = new CountDownLatch(MORE_THAN_PROCESSORS);
        for (int i = 0; i < MORE_THAN_PROCESSORS; i++) {
            var monitor = new Object();
            WaitingThreads.builder().start(() -> {
                synchronized (monitor) {
                    waiting.countDown();
                    try {
                        go.await();
                        done.countDown();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            });
        }

        assertThat(waiting.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        WaitingThreads.builder().start(go::countDown);

        assertThat(done.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
}
