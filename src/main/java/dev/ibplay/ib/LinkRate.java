package dev.ibplay.ib;

import java.util.Locale;
import java.util.Optional;

/** Width and speed of a link that is in use. */
public record LinkRate(LinkWidth width, LinkSpeed speed) {
    /** The rate in the table of rates; nothing where the two make none of it. */
    public Optional<Rate> rate() {
        return Rate.ofGigabitsPerSecond(width.lanes() * speed.dataRate());
    }

    /** As ibnetdiscover prints it: {@code 4xFDR}. */
    @Override
    public String toString() {
        return width.toString().toLowerCase(Locale.ROOT) + speed;
    }
}
