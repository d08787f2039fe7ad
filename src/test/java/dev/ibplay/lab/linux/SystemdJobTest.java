package dev.ibplay.lab.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What systemctl asks for is systemd's to do. */
class SystemdJobTest {
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    private int work() {
        try {
            assertThat(go.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException killed) {
            return 1;
        }
        done.countDown();
        return 0;
    }

    @Test
    void goesOnWhenWhoAskedForItIsKilled() throws InterruptedException {
        Thread client = Thread.ofPlatform().start(() -> Systemd.job(this::work));
        client.interrupt();
        assertThat(client.join(Duration.ofSeconds(10))).isTrue();
        go.countDown();
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void givesItsResultToWhoWaits() {
        go.countDown();
        assertThat(Systemd.job(this::work)).isZero();
    }
}
