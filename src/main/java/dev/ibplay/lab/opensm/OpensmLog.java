package dev.ibplay.lab.opensm;

import dev.ibplay.lab.time.LabClock;
import dev.ibplay.opensm.RunningOptions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The lines of an OpenSM's log that people look for, in its form: {@code Nov 30 00:26:27 854043 [AE1686C0] 0x02 -> SUBNET UP}. */
final class OpensmLog {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("MMM dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int ERROR = 0x01;
    private static final int INFO = 0x02;
    private static final int SYSTEM = 0x80;
    private static final long MICROS = 1_000_000;

    private final OpensmHost host;
    private final LabClock clock;
    private final String path;
    private final long flags;

    OpensmLog(OpensmHost host, LabClock clock, RunningOptions options) {
        this.host = host;
        this.clock = clock;
        this.path = options.text("log_file");
        this.flags = options.number("log_flags") | SYSTEM;
    }

    /** Always written, whatever log_flags says. */
    void system(String text) {
        write(SYSTEM, text);
    }

    void info(String text) {
        write(INFO, text);
    }

    void error(String text) {
        write(ERROR, text);
    }

    private void write(int level, String text) {
        if ((flags & level) != 0) {
            String time = TIME.format(Instant.ofEpochSecond(clock.epochSeconds()));
            long micros = clock.nanos() / 1000 % MICROS;
            host.wrote(path, "%s %06d [AE1686C0] 0x%02x -> %s".formatted(time, micros, level, text));
        }
    }
}
