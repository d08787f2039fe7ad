package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
    @Test
    void theWeightierWins() {
        List<Integer> order = new ArrayList<>();
        List<ExitCode> left = new ArrayList<>(List.of(ExitCode.values()));
        while (!left.isEmpty()) {
            ExitCode worst = ExitCode.worst(left);
            order.add(worst.number());
            left.remove(worst);
        }

        assertThat(order).containsExactly(130, 1, 5, 3, 4, 6, 2, 0);
    }

    @Test
    void noneIsOk() {
        assertThat(ExitCode.worst(List.of())).isEqualTo(ExitCode.OK);
    }
}
