package dev.ibplay.facts.recorded;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome.AttributeRead;
import dev.ibplay.ib.Attribute;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Attributes and records without the keys that some of them carry (IBA vol. 1, 14.2.5.6, 14.2.5.13 and 15.2.5). */
final class ConcealedPackets {
    /** PortInfo begins with the M_Key; ports give it to those who know it, or to all at protection level 0. */
    private static final int M_KEY = 0;

    /** SMInfo: the SM_Key stands behind the GUID. */
    private static final int SM_KEY = 8;

    /** PortInfoRecord and SMInfoRecord have a LID and two more bytes in front. */
    private static final int RECORD_ID = 4;

    private static final int SM_INFO_RECORD = 0x0018;
    private static final int PORT_INFO_RECORD = 0x0012;
    private static final int SERVICE_RECORD = 0x0031;
    private static final int SERVICE_KEY = 32;

    private final KeyStandIns keys;

    ConcealedPackets(KeyStandIns keys) {
        this.keys = keys;
    }

    AttributeRead attribute(int attributeId, AttributeRead read) {
        if (attributeId == Attribute.PORT_INFO.id()) {
            return new AttributeRead(keyed(read.data(), M_KEY));
        }
        return attributeId == Attribute.SM_INFO.id() ? new AttributeRead(keyed(read.data(), SM_KEY)) : read;
    }

    /** One record of the subnet administration. */
    Bytes record(int attributeId, Bytes record) {
        return switch (attributeId) {
            case PORT_INFO_RECORD -> keyed(record, RECORD_ID + M_KEY);
            case SM_INFO_RECORD -> keyed(record, RECORD_ID + SM_KEY);
            case SERVICE_RECORD -> keyed(keyed(record, SERVICE_KEY), SERVICE_KEY + Long.BYTES);
            default -> record;
        };
    }

    private Bytes keyed(Bytes data, int offset) {
        if (data.size() < offset + Long.BYTES) {
            // Cut within the key.
            return Bytes.of(Arrays.copyOf(data.toArray(), Math.min(data.size(), offset)));
        }
        ByteBuffer buffer = ByteBuffer.wrap(data.toArray());
        buffer.putLong(offset, keys.of(buffer.getLong(offset)));
        return Bytes.of(buffer.array());
    }
}
