package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import java.util.Optional;

/** What OpenSM puts right, in its own sense, after it has read the whole file (osm_subnet.c, osm_subn_verify_config). */
final class OptionRules {
    private static final String MAX_SMPS = "max_wire_smps";
    private static final String ENFORCE = "part_enforce";
    private static final String NO_ENFORCEMENT = "no_partition_enforcement";
    private static final String LONG_TIMEOUT = "long_transaction_timeout";
    private static final String TIMEOUT = "transaction_timeout";
    private static final String LEASE = "m_key_lease_period";
    private static final String SWEEP = "sweep_interval";
    private static final String UNLIMITED = "2147483647";
    private static final long LEASE_BITS = 0xffff;
    private static final long SWEEP_BITS = 0xffff_ffffL;

    private OptionRules() {}

    static void apply(EffectiveOptions options) {
        for (OpensmOption option : OpensmOptions.known()) {
            boolean looked =
                    !option.is(OpensmOption.Trait.QOS) || options.get("qos").equals("TRUE");
            boolean enforced = !option.key().equals(ENFORCE)
                    || !options.get(NO_ENFORCEMENT).equals("TRUE")
                    || options.get(ENFORCE).equals(OptionReader.NONE);
            if (looked && enforced) {
                option.allowed().ifPresent(allowed -> allow(options, option, allowed));
            }
        }
        if (options.get(MAX_SMPS).equals("0")) {
            options.replace(MAX_SMPS, UNLIMITED);
        }
        enforcement(options);
        timeouts(options);
        leases(options);
    }

    /** The value of a key that stands alone in a file, as {@link OpensmOption#effective}. */
    static String alone(OpensmOption option, String written) {
        return option.key().equals(MAX_SMPS) && written.equals("0") ? UNLIMITED : written;
    }

    private static void allow(EffectiveOptions options, OpensmOption option, AllowedValues allowed) {
        String value = options.get(option.key());
        if (allowed.hold(value)) {
            return;
        }
        boolean crash = option.type() == OptionType.TEXT && value.equals(OptionReader.NONE);
        boolean other = OpensmOptions.find(allowed.otherwise()).isPresent();
        String instead = other ? options.get(allowed.otherwise()) : allowed.otherwise();
        options.from(option.key())
                .ifPresent(l -> options.problem(
                        option.key(),
                        crash
                                ? OptionMessages.crash(option, l)
                                : OptionMessages.reset(option, l, instead, allowed.words())));
        if (!crash) {
            options.replace(option.key(), instead);
        }
    }

    private static void enforcement(EffectiveOptions options) {
        boolean crash = options.get(ENFORCE).equals(OptionReader.NONE);
        if (options.get(NO_ENFORCEMENT).equals("TRUE") && !crash) {
            overruled(options, ENFORCE, "off", "since no_partition_enforcement is TRUE");
        }
    }

    private static void timeouts(EffectiveOptions options) {
        if (options.number(LONG_TIMEOUT) < options.number(TIMEOUT)) {
            overruled(options, LONG_TIMEOUT, options.get(TIMEOUT), "since transaction_timeout is longer");
        }
    }

    /** Ports that guard their M_Key forget it when no sweep renews the lease in time. */
    private static void leases(EffectiveOptions options) {
        long lease = options.number(LEASE);
        if (options.get("m_key_protection_level").equals("0") || lease == 0) {
            return;
        }
        if (options.number(SWEEP) == 0) {
            long sweep = (lease - 1) & SWEEP_BITS;
            overruled(options, SWEEP, Long.toString(sweep), "since m_key leases must be renewed");
        }
        if (options.number(SWEEP) >= lease) {
            long longer = (options.number(SWEEP) + 1) & LEASE_BITS;
            overruled(options, LEASE, Long.toString(longer), "since sweeps are not more frequent");
        }
    }

    private static void overruled(EffectiveOptions options, String key, String value, String because) {
        Optional<OpensmConfLine> line = options.from(key);
        if (!options.get(key).equals(value)) {
            line.ifPresent(l -> options.problem(
                    key,
                    Diagnostic.error(
                            Code.OPENSM_CONF_OVERRULED,
                            l.span(),
                            "OpenSM sets %s to %s, %s".formatted(key, value, because))));
        }
        options.replace(key, value);
    }
}
