package dev.ibplay.lab.windows;

import java.util.Map;
import java.util.Optional;

/**
 * A release of Windows.
 *
 * @param product as the registry names it
 * @param version as .NET tells it
 * @param powerShell the version of Windows PowerShell that it came with
 * @param isElder whether it is from before Windows 8: no Get-NetIPInterface, and no MSFT_NetAdapter in WMI
 */
public record WindowsRelease(String product, String version, String powerShell, boolean isElder) {
    public static final WindowsRelease SEVEN = new WindowsRelease("Windows 7 Ultimate", "6.1.7601.65536", "2.0", true);
    public static final WindowsRelease SERVER_2012_R2 =
            new WindowsRelease("Windows Server 2012 R2 Standard", "6.3.9600.0", "4.0", false);
    public static final WindowsRelease SERVER_2022 =
            new WindowsRelease("Windows Server 2022 Standard", "10.0.20348.0", "5.1.20348.558", false);

    private static final Map<String, WindowsRelease> KNOWN =
            Map.of("7", SEVEN, "2012r2", SERVER_2012_R2, "2022", SERVER_2022);

    /** That of {@code 7}, {@code 2012r2} or {@code 2022}. */
    public static Optional<WindowsRelease> parse(String text) {
        return Optional.ofNullable(KNOWN.get(text));
    }
}
