package dev.ibplay.facts.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.nio.charset.Charset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RegistryValueTest {
    private static final RegistryValue LINE = RegistryValue.commandLine("OpenSM");

    private static Outcome said(int status, String text) {
        return new Outcome.CommandEnded(
                new CommandEnd.Exited(status), Bytes.of(text.getBytes(Charset.forName("windows-31j"))), Bytes.EMPTY);
    }

    @Test
    void aTextIsReadAsItStands() {
        String text = """

                HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Services\\OpenSM
                    ImagePath    REG_EXPAND_SZ    "%ProgramFiles%\\OFED\\opensm.exe" --service  -p 3

                """.replace("\n", "\r\n");
        assertThat(LINE.text(said(0, text), Optional.of(932)))
                .isEqualTo(Fact.known("\"%ProgramFiles%\\OFED\\opensm.exe\" --service  -p 3"));
        RegistryValue keyword = RegistryValue.ofAdapter("0011", "*JumboPacket");
        assertThat(keyword.text(said(0, "\r\nHKEY\r\n    *jumbopacket    REG_SZ    4092\r\n"), Optional.empty()))
                .isEqualTo(Fact.known("4092"));
        assertThat(keyword.text(said(0, "    *JumboPacket    REG_SZ    \r\n"), Optional.empty()))
                .isEqualTo(Fact.known(""));
        assertThat(keyword.text(said(0, "    名前    REG_SZ    4092\r\n"), Optional.of(932)))
                .isEqualTo(Fact.unreadable("reg.exe does not show *JumboPacket"));
    }

    /** reg.exe says no more than that it failed, in words that are translated. */
    @Test
    void aFailureIsNoAbsence() {
        assertThat(LINE.text(said(1, "エラー: 指定されたレジストリ キーまたは値が見つかりませんでした\r\n"), Optional.of(932)))
                .isEqualTo(Fact.unreadable("reg.exe does not show ImagePath"));
        assertThat(LINE.text(new Outcome.OperationFailed("ENOENT", "no such program"), Optional.empty()))
                .isEqualTo(Fact.unreadable("reg.exe: no such program"));
    }

    @Test
    void itIsSetWithoutAQuestion() {
        assertThat(((RunCommand) RegistryValue.ofAdapter("0011", "PayloadMtu").set("4092")).arguments())
                .containsExactly(
                        "reg.exe",
                        "add",
                        "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e972-e325-11ce-bfc1-08002be10318}\\0011",
                        "/v",
                        "PayloadMtu",
                        "/t",
                        "REG_SZ",
                        "/d",
                        "4092",
                        "/f");
    }
}
