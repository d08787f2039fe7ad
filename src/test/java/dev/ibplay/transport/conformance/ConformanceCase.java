package dev.ibplay.transport.conformance;

/**
 * One case.
 *
 * @param rule what every far end must answer
 */
record ConformanceCase(String rule, Body body) {
    interface Body {
        void run(Scene scene) throws Exception;
    }

    static ConformanceCase of(String rule, Body body) {
        return new ConformanceCase(rule, body);
    }
}
