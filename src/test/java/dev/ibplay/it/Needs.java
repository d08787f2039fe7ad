package dev.ibplay.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a test needs of the machine that it runs on. Where something is missing the test is skipped and standard error
 * says so; with {@code -Dibplay.requireAll=true} it fails instead.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Needs.All.class)
@ExtendWith(NeedsCondition.class)
public @interface Needs {
    /** Programs found in PATH or in one of the folders for administrators. */
    String[] programs() default {};

    /** Whether the tests must run as root. */
    boolean root() default false;

    /** Whether {@link ContainerFabric} must be able to start here. */
    boolean docker() default false;

    /** Several needs of one test. */
    @Target({ElementType.TYPE, ElementType.METHOD})
    @Retention(RetentionPolicy.RUNTIME)
    @ExtendWith(NeedsCondition.class)
    @interface All {
        Needs[] value();
    }
}
