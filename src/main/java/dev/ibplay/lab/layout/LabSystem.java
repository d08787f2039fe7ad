package dev.ibplay.lab.layout;

import dev.ibplay.lab.esxi.EsxiRelease;
import dev.ibplay.lab.windows.WindowsRelease;

/** What a host of somebody's inventory is in the lab. */
public sealed interface LabSystem {
    record Linux() implements LabSystem {}

    record Esxi(EsxiRelease release) implements LabSystem {}

    record Windows(WindowsRelease release) implements LabSystem {}

    /**
     * A managed switch.
     *
     * @param isOld whether its release is from before 3.6.8010
     */
    record Switch(boolean isOld) implements LabSystem {}
}
