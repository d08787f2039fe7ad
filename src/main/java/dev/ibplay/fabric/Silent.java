package dev.ibplay.fabric;

import dev.ibplay.ib.Attribute;
import java.util.List;
import java.util.Optional;

/**
 * A question that was not answered.
 *
 * @param port that the question was about; for {@link Attribute#NODE_INFO} the port from which the unknown neighbour is
 *     reached; nothing for the port that the questions leave by
 * @param route to the port or the neighbour
 * @param modifier which port or block of a table
 * @param because no answer, or an error's status
 */
public record Silent(Optional<PortRef> port, List<Integer> route, Attribute attribute, long modifier, String because) {
    public Silent {
        route = List.copyOf(route);
    }
}
