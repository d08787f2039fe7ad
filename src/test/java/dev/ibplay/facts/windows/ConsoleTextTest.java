package dev.ibplay.facts.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import java.nio.charset.Charset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTextTest {
    @ParameterizedTest
    @CsvSource({
        "932, windows-31j, イーサネット 3 の接続～",
        "936, GBK, 以太网 2 本地连接* 1",
        "437, IBM437, LAN-Verbindung für ß",
        "850, IBM850, Größenänderung ÄÖÜ",
        "1252, windows-1252, Größe",
        "949, x-windows-949, 이더넷 2",
        "950, Big5, 乙太網路",
        "866, IBM866, Ethernet Подключение"
    })
    void textInTheHostsCodePage(int codePage, String charset, String text) {
        Bytes bytes = Bytes.of(text.getBytes(Charset.forName(charset)));
        assertThat(ConsoleText.decode(bytes, Optional.of(codePage))).isEqualTo(text);
        assertThat(ConsoleText.decode(bytes, Optional.empty())).isNotEqualTo(text);
        assertThat(ConsoleText.decode(Bytes.ofUtf8(text), Optional.of(codePage)))
                .as("UTF-8 comes first")
                .isEqualTo(text);
    }

    @Test
    void aCodePageThatNobodyKnowsLosesOnlyWhatIsNotAscii() {
        assertThat(ConsoleText.decode(Bytes.ofLatin1("MTU \u00fc"), Optional.of(31337)))
                .isEqualTo("MTU \ufffd");
        assertThat(ConsoleText.charset(65001)).contains(Charset.forName("UTF-8"));
    }

    @ParameterizedTest
    @CsvSource({
        "Active code page: 437, 437",
        "Aktive Codepage: 850., 850",
        "現在のコード ページ: 932, 932",
        "活动代码页: 936, 936",
        "Active code page: 65001, 65001"
    })
    void chcpInAnyLanguage(String said, int codePage) {
        assertThat(ConsoleText.codePage(said + "\r\n")).contains(codePage);
    }

    @Test
    void noNumberIsNoCodePage() {
        assertThat(ConsoleText.codePage("Zugriff verweigert")).isEmpty();
        assertThat(ConsoleText.codePage("")).isEmpty();
    }
}
