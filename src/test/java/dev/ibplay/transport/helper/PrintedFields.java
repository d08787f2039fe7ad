package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.Mtu;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An attribute's fields as smpquery prints them. */
final class PrintedFields {
    private PrintedFields() {}

    /** How many fields are printed as plain numbers, all of which must be those of the data. */
    static int compare(String printed, Attribute attribute, byte[] data) {
        int compared = 0;
        for (MadField field : MadField.of(attribute)) {
            Matcher line = Pattern.compile("(?m)^" + field.printedName() + ":\\.+(0x[0-9a-f]+|\\d+)$")
                    .matcher(printed);
            if (line.find()) {
                assertThat(field.in(data)).as(field.printedName()).isEqualTo(code(field, number(line.group(1))));
                compared++;
            }
        }
        return compared;
    }

    private static long number(String text) {
        return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
    }

    /** smpquery prints an MTU in bytes, the packet carries its code. */
    private static long code(MadField field, long printed) {
        boolean isMtu = field == MadField.PORT_NEIGHBOR_MTU || field == MadField.PORT_MTU_CAP;
        return isMtu ? Mtu.ofBytes((int) printed).orElseThrow().code() : printed;
    }
}
