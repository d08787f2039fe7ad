package dev.ibplay.transport.helper;

import java.util.List;

/** The helper programs of this build, for those who must know one when they see it. */
public final class CarriedHelpers {
    private CarriedHelpers() {}

    /** The SHA-256 of each, in lower-case hexadecimal. */
    public static List<String> sha256() {
        return HelperBinary.carried().stream().map(HelperBinary::sha256).toList();
    }
}
