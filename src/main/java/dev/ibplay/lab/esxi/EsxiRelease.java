package dev.ibplay.lab.esxi;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A release of ESXi, and what releases do differently.
 *
 * @param update of {@code vmware -vl}; 0 for GA
 */
public record EsxiRelease(int major, int minor, int patch, int update, int build) {
    public static final EsxiRelease V5_5 = new EsxiRelease(5, 5, 0, 0, 1_331_820);
    public static final EsxiRelease V6_7 = new EsxiRelease(6, 7, 0, 0, 8_169_922);
    public static final EsxiRelease V8_0_2 = new EsxiRelease(8, 0, 2, 2, 22_380_479);

    /** The releases that a lab knows, by how people call them. */
    private static final Map<String, EsxiRelease> KNOWN = Map.of("5.5", V5_5, "6.7", V6_7, "8.0", V8_0_2);

    private static final Duration PYTHON_STARTS = Duration.ofSeconds(1);
    private static final Duration BINARY_STARTS = Duration.ofMillis(200);

    /** That of {@code 5.5}, {@code 6.7} or {@code 8.0}. */
    public static Optional<EsxiRelease> parse(String text) {
        return Optional.ofNullable(KNOWN.get(text));
    }

    public String version() {
        return major + "." + minor + "." + patch;
    }

    boolean isAtLeast(int wantedMajor, int wantedMinor) {
        return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
    }

    /** vmklinux, and with it every driver of IPoIB, ended with 6.7. */
    public boolean hasIpoib() {
        return major < 7;
    }

    /** Whether esxcli knows json. */
    boolean hasJson() {
        return major >= 6;
    }

    /** How long esxcli takes to begin: up to 6.0 it is a Python program. */
    Duration esxcliStart() {
        return isAtLeast(6, 5) ? BINARY_STARTS : PYTHON_STARTS;
    }

    /** Whether busybox is older than 1.30, whose timeout wants the seconds behind -t. */
    boolean hasOldTimeout() {
        return !isAtLeast(6, 5);
    }

    boolean hasSha256sum() {
        return major >= 6;
    }

    /** Whether the SSH server knows only what FIPS 140 approves of. */
    boolean isFips() {
        return major >= 8;
    }

    /** Whether the kernel runs nothing but what installed packages brought. */
    boolean runsOnlyInstalled() {
        return major >= 8;
    }

    /** A function's PCI address; 5.x prints the bus with three digits. */
    String pci(int bus) {
        return major < 6 ? "0000:%03x:00.0".formatted(bus) : "0000:%02x:00.0".formatted(bus);
    }
}
