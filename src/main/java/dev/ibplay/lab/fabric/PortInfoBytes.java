package dev.ibplay.lab.fabric;

import dev.ibplay.exec.MadKey;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.LinkWidths;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.Collection;
import java.util.Set;

/** A port's PortInfo as its agent writes it, and Mellanox's attribute beside it. */
final class PortInfoBytes {
    private static final long LINK_LOCAL_PREFIX = 0xfe80_0000_0000_0000L;
    private static final int EXTENDED_DISABLED = 30;
    /** Of a link that runs at an extended speed: its basic speed is the fastest of the basic ones. */
    private static final int QDR = LinkSpeed.QDR.code();

    private static final int VL_CAP = 4;
    private static final int SUBNET_TIMEOUT = 18;
    private static final int GUID_CAP = 8;

    private final byte[] data = new byte[Attribute.PORT_INFO.bytes()];
    private final LabPort port;

    private PortInfoBytes(LabPort port) {
        this.port = port;
    }

    /**
     * The attribute.
     *
     * @param localPort that the question came in by
     */
    static byte[] of(LabPort port, int localPort, MadKey asked) {
        var info = new PortInfoBytes(port);
        info.put(MadField.PORT_LOCAL_PORT, localPort);
        info.putAddress(asked);
        info.putState();
        info.putLink();
        return info.data;
    }

    private void put(MadField field, long value) {
        field.put(data, value);
    }

    private void putAddress(MadKey asked) {
        if (!port.isEndPort()) {
            return;
        }
        put(MadField.PORT_M_KEY, port.key().shownTo(asked));
        put(MadField.PORT_PROTECT_BITS, port.key().protection());
        put(MadField.PORT_GID_PREFIX, LINK_LOCAL_PREFIX);
        put(MadField.PORT_LID, port.lid());
        put(MadField.PORT_SM_LID, port.smLid());
        put(MadField.PORT_LMC, port.lmc());
        put(MadField.PORT_CAPABILITY_MASK, Integer.toUnsignedLong(port.capabilityMask()));
        put(MadField.PORT_CAPABILITY_MASK_2, port.abilities().capabilityMask2());
        put(MadField.PORT_GUID_CAP, GUID_CAP);
        put(MadField.PORT_SUBNET_TIMEOUT, SUBNET_TIMEOUT);
    }

    private void putState() {
        put(MadField.PORT_STATE, code(port.state()));
        put(MadField.PORT_PHYSICAL_STATE, code(port.physicalState()));
        put(MadField.PORT_DOWN_DEFAULT_STATE, code(PortPhysicalState.POLLING));
        put(MadField.PORT_NEIGHBOR_MTU, port.neighborMtu().code());
        put(MadField.PORT_MTU_CAP, port.mtuCap().code());
        put(MadField.PORT_VL_CAP, VL_CAP);
        put(MadField.PORT_OPERATIONAL_VLS, port.operationalVls());
        put(MadField.PORT_PARTITION_ENFORCE_INBOUND, port.isEnforcing() ? 1 : 0);
        put(MadField.PORT_PARTITION_ENFORCE_OUTBOUND, port.isEnforcing() ? 1 : 0);
    }

    private void putLink() {
        LinkWidths width = port.abilities().width();
        put(MadField.PORT_WIDTH_SUPPORTED, widths(width.supported()));
        put(MadField.PORT_WIDTH_ENABLED, widths(width.enabled()));
        put(MadField.PORT_WIDTH_ACTIVE, widths(width.active().stream().toList()));
        Set<LinkSpeed> supported = port.abilities().speed().supported();
        Set<LinkSpeed> enabled = port.abilities().speed().enabled();
        put(MadField.PORT_SPEED_SUPPORTED, speeds(supported, LinkSpeed.Place.BASIC));
        put(MadField.PORT_SPEED_EXT_SUPPORTED, speeds(supported, LinkSpeed.Place.EXTENDED));
        put(MadField.PORT_SPEED_EXT_SUPPORTED_2, speeds(supported, LinkSpeed.Place.EXTENDED_2));
        put(MadField.PORT_SPEED_ENABLED, speeds(enabled, LinkSpeed.Place.BASIC));
        int extended = speeds(enabled, LinkSpeed.Place.EXTENDED);
        boolean isOff = extended == 0 && speeds(supported, LinkSpeed.Place.EXTENDED) != 0;
        put(MadField.PORT_SPEED_EXT_ENABLED, isOff ? EXTENDED_DISABLED : extended);
        put(MadField.PORT_SPEED_EXT_ENABLED_2, speeds(enabled, LinkSpeed.Place.EXTENDED_2));
        port.abilities().speed().active().ifPresent(this::putActive);
    }

    private void putActive(LinkSpeed speed) {
        switch (speed.place()) {
            case BASIC -> put(MadField.PORT_SPEED_ACTIVE, speed.code());
            case VENDOR -> put(MadField.PORT_SPEED_ACTIVE, QDR);
            case EXTENDED -> {
                put(MadField.PORT_SPEED_ACTIVE, QDR);
                put(MadField.PORT_SPEED_EXT_ACTIVE, speed.code());
            }
            case EXTENDED_2 -> {
                put(MadField.PORT_SPEED_ACTIVE, QDR);
                put(MadField.PORT_SPEED_EXT_ACTIVE_2, speed.code());
            }
        }
    }

    /** Mellanox's attribute, which alone tells FDR10 from QDR. */
    static byte[] vendorSpeed(LabPort port) {
        byte[] data = new byte[Attribute.MLNX_EXT_PORT_INFO.bytes()];
        LinkSpeed.Place vendor = LinkSpeed.Place.VENDOR;
        MadField.MLNX_SPEED_SUPPORTED.put(data, speeds(port.abilities().speed().supported(), vendor));
        MadField.MLNX_SPEED_ENABLED.put(data, speeds(port.abilities().speed().enabled(), vendor));
        MadField.MLNX_SPEED_ACTIVE.put(
                data, speeds(port.abilities().speed().active().stream().toList(), vendor));
        return data;
    }

    private static int widths(Collection<LinkWidth> widths) {
        return widths.stream().mapToInt(LinkWidth::code).sum();
    }

    private static int speeds(Collection<LinkSpeed> speeds, LinkSpeed.Place place) {
        return speeds.stream()
                .filter(speed -> speed.place() == place)
                .mapToInt(LinkSpeed::code)
                .sum();
    }

    private static int code(PortState state) {
        return switch (state) {
            case DOWN -> 1;
            case INITIALIZE -> 2;
            case ARMED -> 3;
            case ACTIVE -> 4;
            case NO_CHANGE, UNKNOWN -> 0;
        };
    }

    private static int code(PortPhysicalState state) {
        return switch (state) {
            case SLEEP -> 1;
            case POLLING -> 2;
            case DISABLED -> 3;
            case TRAINING -> 4;
            case LINK_UP -> 5;
            case ERROR_RECOVERY -> 6;
            case PHY_TEST -> 7;
            case NO_CHANGE, UNKNOWN -> 0;
        };
    }
}
