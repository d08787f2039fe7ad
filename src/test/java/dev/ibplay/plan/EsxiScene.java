package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.host;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Severity;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Resource;
import java.util.List;
import java.util.Optional;

/** A fabric at 2K with an ESXi host {@code esx1} on it. */
final class EsxiScene {
    final ModelFabric fabric = ModelFabric.twoK();
    final ModelHost host = fabric.add("esx1", 2);
    final ModelEsxi esxi = new ModelEsxi();
    final Simulator simulator = new Simulator(fabric);

    EsxiScene() {
        host.esxi = Optional.of(esxi);
    }

    Plan plan(DesiredHost... desired) {
        return Planner.plan(List.of(desired), fabric.observed(), Desired.SETTINGS);
    }

    Plan plan(Resource... wanted) {
        return plan(host("esx1", wanted));
    }

    /** The plan's only error. */
    static void refuses(Plan plan, Code code, String message, String hint) {
        assertThat(plan.diagnostics().stream().filter(d -> d.severity() == Severity.ERROR))
                .singleElement()
                .satisfies(d -> {
                    assertThat(d.code()).isEqualTo(code);
                    assertThat(d.message()).isEqualTo(message);
                    assertThat(d.hint()).contains(hint);
                });
    }
}
