package dev.ibplay.facts.tools;

import dev.ibplay.ib.Lid;

/**
 * A port that {@code saquery -s} lists.
 *
 * @param disabled whether it stands under "IsSMdisabled": no subnet manager may run there; else one runs
 * @param smLid the LID of the master that the port obeys
 */
public record SmPortText(Lid lid, int port, Lid smLid, long capMask, boolean disabled) {}
