package dev.ibplay.it;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Decides for {@link Needs}. */
final class NeedsCondition implements ExecutionCondition {
    /** Set where everything must be there, as in CI: what is missing fails the test. */
    static final String REQUIRE_ALL = "ibplay.requireAll";

    private static final Machine MACHINE = new LocalMachine();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        List<String> missing =
                context.getElement().map(element -> missing(element, MACHINE)).orElse(List.of());
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("all needs are met");
        }
        String message = name(context) + " needs " + String.join("; ", missing);
        if (context.getConfigurationParameter(REQUIRE_ALL)
                .map(Boolean::parseBoolean)
                .orElse(false)) {
            throw new ExtensionConfigurationException(message + " (" + REQUIRE_ALL + " is set)");
        }
        System.err.println("SKIPPED: " + message);
        return ConditionEvaluationResult.disabled(message);
    }

    /** What the needs of a test or of a class of tests ask for and the machine has not. */
    static List<String> missing(AnnotatedElement test, Machine machine) {
        return AnnotationSupport.findRepeatableAnnotations(test, Needs.class).stream()
                .flatMap(need -> missing(need, machine).stream())
                .toList();
    }

    private static List<String> missing(Needs need, Machine machine) {
        List<String> missing = new ArrayList<>();
        if (need.root() && !machine.isRoot()) {
            missing.add("root");
        }
        for (String program : need.programs()) {
            if (!machine.hasProgram(program)) {
                missing.add("the program " + program);
            }
        }
        if (need.docker()) {
            machine.withoutFabric().ifPresent(reason -> missing.add("the container fabric (" + reason + ")"));
        }
        return missing;
    }

    private static String name(ExtensionContext context) {
        return context.getTestClass().map(Class::getSimpleName).orElse("?")
                + context.getTestMethod().map(method -> "." + method.getName()).orElse("");
    }
}
