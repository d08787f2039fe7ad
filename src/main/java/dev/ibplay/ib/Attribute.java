package dev.ibplay.ib;

import java.util.Arrays;
import java.util.Optional;

/** The management attributes that are asked for, with their identifiers (IBA vol. 1, 14.2.5 and 15.2.5). */
public enum Attribute {
    NODE_DESCRIPTION(0x0010, 64),
    NODE_INFO(0x0011, 40),
    SWITCH_INFO(0x0012, 20),
    PORT_INFO(0x0015, 64),
    P_KEY_TABLE(0x0016, 64),
    SM_INFO(0x0020, 21),
    /** Of Mellanox devices only: says whether QDR is FDR10 (libibnetdisc asks it too). */
    MLNX_EXT_PORT_INFO(0xff90, 64),
    PATH_RECORD(0x0035, 64),
    MC_MEMBER_RECORD(0x0038, 52);

    private final int id;
    private final int bytes;

    Attribute(int id, int bytes) {
        this.id = id;
        this.bytes = bytes;
    }

    public static Optional<Attribute> ofId(int id) {
        return Arrays.stream(values()).filter(a -> a.id == id).findFirst();
    }

    public int id() {
        return id;
    }

    /** How many bytes hold its fields. */
    public int bytes() {
        return bytes;
    }
}
