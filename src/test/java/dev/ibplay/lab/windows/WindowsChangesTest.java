package dev.ibplay.lab.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The three places of an MTU on Windows, what is lost with a reboot, and how programs end. */
class WindowsChangesTest {
    private static WindowsLab japanese() throws Exception {
        return new WindowsLab(
                WindowsLab.host(
                        WindowsRelease.SERVER_2022, Language.JAPANESE, Optional.empty(), WindowsHost.Traits.USUAL),
                5);
    }

    private static WindowsLab.Ended set(WindowsLab lab, int bytes, String store) throws Exception {
        return lab.run(
                "netsh.exe",
                "interface",
                "ipv4",
                "set",
                "subinterface",
                lab.adapter().name(),
                "mtu=" + bytes,
                "store=" + store);
    }

    private static void restart(WindowsLab lab) throws Exception {
        String name = "name=" + lab.adapter().name();
        assertThat(lab.run("netsh.exe", "interface", "set", "interface", name, "admin=disabled")
                        .status())
                .isZero();
        assertThat(lab.told("netsh", "interface", "ipv4", "show", "subinterfaces"))
                .doesNotContain(lab.adapter().name());
        assertThat(lab.run("netsh.exe", "interface", "set", "interface", name, "admin=enabled")
                        .status())
                .isZero();
    }

    private static void tellDriver(WindowsLab lab, int bytes) throws Exception {
        lab.told(
                "reg.exe",
                "add",
                WindowsLab.CLASS_KEY,
                "/v",
                "*JumboPacket",
                "/t",
                "REG_SZ",
                "/d",
                Integer.toString(bytes),
                "/f");
    }

    private static Outcome ping(WindowsLab lab, int bytes) throws Exception {
        return lab.answer(
                new Operation.Ping(lab.adapter().name(), WindowsLab.PEER_ADDRESS, bytes, 1, Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void theDriverLimitsWhatIpMayUse(Language language) throws Exception {
        WindowsHost host =
                WindowsLab.host(WindowsRelease.SERVER_2022, language, Optional.empty(), WindowsHost.Traits.USUAL);
        try (WindowsLab lab = new WindowsLab(host, 5)) {
            WindowsLab.Ended refused = set(lab, 4092, "active");
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.stdout()).contains(language.of("The parameter is incorrect.", "パラメーターが間違っています。"));
            tellDriver(lab, 4092);
            assertThat(lab.told("reg.exe", "query", WindowsLab.CLASS_KEY, "/v", "*JumboPacket"))
                    .containsPattern("(?m)^    \\*JumboPacket    REG_SZ    4092$");
            assertThat(lab.adapter().mtu()).as("it has not been started anew").isEqualTo(2044);
            restart(lab);
            lab.await(() -> lab.adapter().isConnected());
            assertThat(ping(lab, 4092)).isInstanceOf(Outcome.OperationFailed.class);
            assertThat(set(lab, 4092, "active").stdout()).isEqualTo(language.of("Ok.", "OK") + "\r\n\r\n");
            assertThat(ping(lab, 4092)).isEqualTo(new Outcome.Done());
            assertThat(lab.told("netsh", "interface", "ipv4", "show", "subinterfaces"))
                    .containsPattern(" 4092 +1 +\\d+ +\\d+  " + lab.adapter().name());
        }
    }

    /** Nobody knows for sure what Windows says of it. */
    @Test
    void aRaiseAboveTheDriversMayChangeNothing() throws Exception {
        try (WindowsLab lab = WindowsLab.of(WindowsHost.Traits.USUAL.ineffective())) {
            assertThat(set(lab, 4092, "active").status()).isZero();
            assertThat(lab.adapter().mtu()).isEqualTo(2044);
        }
    }

    @Test
    void theActiveStoreIsLostWithAReboot() throws Exception {
        try (WindowsLab lab = WindowsLab.of(WindowsHost.Traits.USUAL)) {
            assertThat(set(lab, 1500, "active").status()).isZero();
            assertThat(lab.adapter().mtu()).isEqualTo(1500);
            lab.reboot();
            assertThat(lab.adapter().mtu()).isEqualTo(2044);
            assertThat(set(lab, 1400, "persistent").status()).isZero();
            tellDriver(lab, 4092);
            lab.reboot();
            assertThat(lab.adapter().mtu()).isEqualTo(1400);
            assertThat(lab.told("netsh", "interface", "ipv4", "show", "subinterfaces", "store=persistent"))
                    .contains("1400");
        }
    }

    @Test
    void wrongNamesAreErrorsInTheLanguageOfTheHost() throws Exception {
        try (WindowsLab lab = japanese()) {
            WindowsLab.Ended ended =
                    lab.run("netsh", "interface", "ipv4", "set", "subinterface", "IB0", "mtu=1500", "store=active");
            assertThat(ended.status()).isEqualTo(1);
            assertThat(ended.stdout()).contains("構文が間違っています");
            assertThat(lab.run("netsh", "interface", "set", "interface", "name=IB0", "admin=disabled")
                            .stdout())
                    .contains("ルーターに登録されていません");
            assertThat(lab.run("netsh", "interface", "ipv4", "set", "subinterface", "15", "mtu=x")
                            .status())
                    .isEqualTo(1);
            assertThat(lab.told("chcp.com")).isEqualTo("現在のコード ページ: 932\r\n");
            assertThat(lab.told("cmd.exe", "/d", "/c", "echo", "%OS%")).isEqualTo("Windows_NT\r\n");
            assertThat(lab.run("reg", "query", WindowsLab.CLASS_KEY, "/v", "PayloadMtu")
                            .status())
                    .isEqualTo(1);
        }
    }

    @Test
    void withoutAnAdministratorsRightsNothingCanBeChanged() throws Exception {
        try (WindowsLab lab = WindowsLab.of(WindowsHost.Traits.USUAL.restricted())) {
            assertThat(set(lab, 1500, "active").stdout()).contains("requires elevation");
            WindowsLab.Ended add = lab.run(
                    "reg", "add", WindowsLab.CLASS_KEY, "/v", "*JumboPacket", "/t", "REG_SZ", "/d", "4092", "/f");
            assertThat(add.stderr()).contains("Access is denied");
            assertThat(lab.told("whoami.exe", "/groups", "/fo", "csv", "/nh")).contains("S-1-16-8192");
        }
        try (WindowsLab lab = WindowsLab.of(WindowsHost.Traits.USUAL)) {
            assertThat(lab.told("whoami.exe", "/groups", "/fo", "csv", "/nh")).contains("S-1-16-12288");
        }
    }
}
