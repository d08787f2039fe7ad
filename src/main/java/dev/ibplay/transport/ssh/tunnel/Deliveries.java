package dev.ibplay.transport.ssh.tunnel;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads on which what comes out of forwarded channels is handled: not on the one thread that reads the connection to
 * the jump host, or the key exchanges of all hosts behind it would wait for each other.
 */
final class Deliveries {
    private static final int THREADS = Runtime.getRuntime().availableProcessors() + 1;

    static final Executor POOL = pool();

    private Deliveries() {}

    private static Executor pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS, THREADS, 2, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Deliveries::thread);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static Thread thread(Runnable work) {
        return Thread.ofPlatform().daemon().name("ssh-tunnel-", 0).unstarted(work);
    }
}
