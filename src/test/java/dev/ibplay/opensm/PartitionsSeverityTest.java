package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Severity;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What lint makes of each form of a file. An error is where OpenSM would not do what the file says: a value that it ignores,
 * resets or takes for another, or that costs the whole file. All else is at most a warning.
 */
class PartitionsSeverityTest {
    private static final SmOptions READ = new SmOptions(false, false, false);

    private static String found(String text, SmOptions options, Dialect dialect) {
        String file = text.replace("\\n", "\n").replace("\\r", "\r").replace("BOM", "\u00ef\u00bb\u00bf");
        return PartitionsMeaning.of(PartitionsConf.parse("f", file, dialect), options).diagnostics().stream()
                .filter(d -> d.severity() != Severity.NOTE)
                .map(d -> d.severity().word().charAt(0) + d.code().id())
                .distinct()
                .sorted()
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Default=0x7fff,ipoib:ALL=full;                                        | ''
            Default = 0x7fff , ipoib , mtu = 5 , rate = 16 :\\n ALL = full ,\\n SELF = full ; | ''
            Default=0x7fff,ipoib:ALL=full;\\ns=0x8009, ipoib, defmember=full : 0xa1, 0xb2=limited; | ''
            Default=0x7fff,ipoib:ALL=full;\\ns=9 : 0xb2=full, 161=full;            | wIB807
            0x7fff,ipoib : ALL=full;\\n0x0010,ipoib : ALL_CAS=full;                | ''
            Default=0x7fff,ipoib:ALL=full;\\nany , ipoib : ALL=full;               | wIB809
            Default=0x7fff,ipoib,mtu=5: # a ; b\\n ALL=full; # c                   | ''
            Default=0x7fff,ipoib:ALL=full; q=4,ipoib,mtu=5:ALL=full;              | ''
            Default=0x7fff,ipoib,mtu=5,rate=3:\\n mgid=ff12:401b::77,sl=1\\n mgid=ff12::3,Q_Key=0x7,rate=3,mtu=2\\n ALL=full; | ''
            Default=0x7fff,ipoib,mtu=5,scope=2:ALL=full;                          | ''
            Default=0x7fff,ipoib,mtu=5,scope=2,scope=5:ALL=full;                  | eIB804
            Default=0x7fff,ipoib:ALL=full;\\nA=3,ipoib:0xa1=full;\\nB=3,ipoib:0xb2=full; | wIB810
            Default=0x7fff,ipoib:ALL=full;\\nA=3,ipoib,mtu=5:0xa1=full;\\nB=3,ipoib,mtu=4:0xb2=full; | eIB804 wIB810
            Default=0x7fff,ipoib:ALL=full;\\nA=3,ipoib,mtu=5:0xa1=full;\\nB=3,mtu=5:0xb2=full; | wIB810
            Default=0x7fff,ipoib:ALL=full;\\nA=3,indx0,ipoib:ALL_CAS=full;         | ''
            Default=0x7fff,ipoib:ALL=full;\\nA=3:\\n mgid=ff15::2,sl=1\\n ALL=full;\\nB=4:\\n mgid=ff15::2,sl=1\\n ALL=full; | eIB817
            Default=0x7fff,ipoib:ALL=full;\\nA=3:\\n mgid=ff15::2,sl=1\\n ALL=full;\\nA=3:\\n mgid=ff15::2,sl=1\\n ALL=full; | wIB810
            Default=0x7fff,ipoib,sl=3:ALL=full;                                   | wIB804
            Default=0x7fff,ipoib:ALL=full;\\nA=3,ipoib:;                           | wIB812
            Default=0x7fff,ipoib,mtu=5:ALL=full                                   | ''
            Default=0x7fff,ipoib:ALL=full;\\nA=3:0xdead=full,0xa1=full;            | ''
            Default=0x7fff,ipoib,m=5,r=3:A=f;                                     | ''
            Default=0x7fff,ipoib ALL=full;                                        | eIB801
            Default=0x7fff,ipoib:ALL=full;\\nA=0xZZ:ALL=full;                      | eIB801
            Default=0x7fff,ipoib:ALL=full;\\nA=3:host1=full;                       | eIB801
            Default=0x7fff,ipoib:ALL=full;\\nA=3:0x0=full;                         | eIB801
            Default=0x7fff,ipoib,mtu=4096:ALL=full;                               | eIB806 wIB811
            Default=0x7fff,ipoib,mtu=6:ALL=full;                                  | eIB806 wIB811
            Default=0x7fff,ipoib,mtu=0:ALL=full;                                  | eIB806 wIB811
            Default=0x7fff,ipoib,mtu=4k:ALL=full;                                 | eIB805
            Default=0x7fff,ipoib,rate=99:ALL=full;                                | eIB805
            Default=0x7fff,ipoib,rate=1:ALL=full;                                 | eIB806 wIB811
            Default=0x7fff,ipoib,rate=22:ALL=full;                                | ''
            Default=0x7fff,ipoib,rate=23:ALL=full;                                | eIB806 wIB811
            Default=0x7fff,ipoib,foo=1:ALL=full;                                  | eIB804
            Default=0x7fff,ipoib:ALL=full\\nA=3,ipoib:ALL=full;                    | eIB801 eIB805
            Default=0x7fff,ipoib:ALL=foo;                                         | eIB805
            Default=0x7fff,ipoib,MTU=5:ALL=full;                                  | eIB804
            Default=0x7fff,ipoib:all=full;                                        | eIB801
            Default=0x7fff,ipoib:ALL=full;\\nA=0,ipoib:ALL=full;                   | eIB805
            Default=0,ipoib:ALL=full;                                             | eIB805
            Default=0x7fff,ipoib:ALL=full;\\nA=0x18003:ALL=full;                   | eIB805
            ''                                                                    | eIB801
            # a                                                                   | eIB801
            Default=0x7fff,\\n ipoib:\\n ALL=full;                                  | eIB801
            Default=0x7fff,ipoib,scope=16:ALL=full;                               | eIB804
            Default=0x7fff,ipoib:\\n mgid=fe80::1\\n ALL=full;                      | eIB806
            Default=0x7fff,ipoib,mtu=5:\\n mgid=ff12:401b::16,mtu=4\\n ALL=full;    | eIB806
            Default=0x7fff,ipoib:\\n mgid=ff12::9,mtu=261\\n ALL=full;              | eIB805
            Default=0x7fff,ipoib:\\n mgid=ff12::9,mtu=5\\n mgid=ff12::9,mtu=4\\n ALL=full; | eIB804
            Default=0x7fff,,ipoib:ALL=full,,SELF=full;                            | ''
            Default=0x7fff,ipoib::ALL=full;                                       | eIB801
            Default=0x7fff,ipoib:ALL=full;\\r\\n                                    | eIB801
            BOMDefault=0x7fff,ipoib:ALL=full;                                     | wIB805
            ;\\nDefault=0x7fff,ipoib:ALL=full;                                     | eIB801
            Default=0x7fff,mtu=5:ALL=full;                                        | eIB806 wIB811
            Default=0x7fff,ipoib,defmember=member:ALL;                            | eIB804
            Default=0x7fff,ipoib:ALL_VCAS=full;                                   | eIB801
            Default=0x7fff,ipoib:ALL=both;                                        | wIB808
            Default=0x7fff,ipoib,defmember=both:ALL;                              | wIB808
            Default=0x7fff,ipoib:ALL=;                                            | eIB805
            Default=0x7fff,ipoib:ALL=full,=full;                                  | eIB804
            Default=0x7fff,ipoib,=5:ALL=full;                                     | eIB805
            Default=0x7fff,ipoib=no:ALL=full;                                     | eIB805
            Default=0x7fff,ipoib=yes:ALL=full;                                    | wIB804
            Default=0x7fff,ipoib,mtu:ALL=full;                                    | eIB804
            Default=0x7fff,ipoib,sl=16:ALL=full;                                  | eIB804
            Default=0x7fff,ipoib:ALL=full;\\nA=3:04000003=full;                    | eIB805
            Default=0x7fff,ipoib:ALL=limited,SELF=full;                           | wIB815
            Default=0x7fff,ipoib:ALL_CAS;                                         | ''
            Default=0x7fff,ipoib:ALL=full;\\nA=3:ALL=full,SELF=limited;            | wIB815
            Default=0x7fff,ipoib:ALL=full;\\nA=3:SELF=full;                        | ''
            A=3,ipoib:ALL=full;                                                   | wIB811
            """)
    void formsOfThisVersion(String text, String expected) {
        assertThat(found(text, SmOptions.DEFAULT, Dialect.DEFAULT)).as(text).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Default=0x7fff,ipoib,sl=3:ALL=full; | eIB804
            Default=0x7fff,ipoib:ALL=both;      | eIB808
            """)
    void whatOpensmConfDecides(String text, String expected) {
        assertThat(found(text, READ, Dialect.DEFAULT)).isEqualTo(expected);
        assertThat(found(text, new SmOptions(true, true, false), Dialect.DEFAULT))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3.2.0            | Default=0x7fff,ipoib,defmember=full:ALL;                   | ''
            3.2.0            | Default=0x7fff,ipoib:ALL=full;\\nA=3:ALL_CAS;               | eIB804 wIB812
            3.3.1            | Default=0x7fff,ipoib:ALL=full;\\nA=3:ALL_CAS;               | ''
            3.3.12           | Default=0x7fff,ipoib,Q_Key=0x12:ALL=full;                  | eIB804
            3.3.12           | Default=0x7fff,ipoib:\\n mgid=ff12::1,mtu=4\\n ALL=full;     | eIB804
            3.3.12           | Default=0x7fff,ipoib,scope=2,scope=5:ALL=full;             | ''
            3.3.12           | Default=0x7fff,,mtu=4:ALL=full;                            | eIB805
            3.3.12           | Default=0x7fff,ipoib,mtu=0:ALL=full;                       | eIB805
            3.3.13           | Default=0x7fff,ipoib,Q_Key=0x12:ALL=full;                  | ''
            3.3.13           | Default=0x7fff,ipoib:ALL=both;                             | eIB805
            3.3.13           | Default=0x7fff,ipoib,defmember=both:ALL=full;              | eIB804
            3.3.14           | Default=0x7fff,ipoib:ALL=both;                             | wIB808
            3.3.16           | Default=0x7fff,ipoib:ALL=full;\\nA=3 ALL;\\nB=4:ALL;         | eIB804
            3.3.16           | # nothing                                                  | wIB811
            3.3.17           | Default=0x7fff,ipoib:ALL=full;\\nA=3 ALL;\\nB=4:ALL;         | eIB801
            3.3.19           | Default=0x7fff,ipoib,indx0:ALL=full;                       | eIB804
            3.3.20           | Default=0x7fff,ipoib,indx0:ALL=full;                       | ''
            3.3.20           | Default=0x7fff,ipoib,rate=19:ALL=full;                     | eIB806 wIB811
            3.3.21           | Default=0x7fff,ipoib,rate=19:ALL=full;                     | ''
            5.17.0.MLNX2023  | Default=0x7fff,ipoib:ALL=full;                             | wIB816
            5.17.0.MLNX2023  | Default=0x7fff,ipoib,rate=23:ALL=full;                     | wIB816
            5.17.0.MLNX2023  | Default=0x7fff,ipoib:ALL=full;\\nA=3:ALL_VCAS=full;         | eIB801 wIB816
            """)
    void otherVersions(String version, String text, String expected) {
        assertThat(found(text, SmOptions.DEFAULT, Dialect.parse(version).orElseThrow()))
                .isEqualTo(expected);
    }
}
