package dev.ibplay.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version from the jar's manifest, which Maven writes. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"ibplay " + number()};
    }

    static String number() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
    }
}
