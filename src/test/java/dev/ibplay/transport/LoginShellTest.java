package dev.ibplay.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoginShellTest {
    @Test
    void answersAreToldWhateverStandsBeforeThem() {
        assertThat(LoginShell.of("Welcome\r\nWindows_NT$env:OS\r\n")).isEqualTo(new LoginShell.Cmd());
        assertThat(LoginShell.of("%OS%Windows_NT\r\n")).isEqualTo(new LoginShell.PowerShell());
        assertThat(LoginShell.of("Last login: today\n%OS%:OS\n")).isEqualTo(new LoginShell.Posix());
        assertThat(LoginShell.of("\nenv: Undefined variable.\n")).isEqualTo(new LoginShell.Posix());
        assertThat(LoginShell.of("% Unrecognized command \"echo\".\n")).isEqualTo(new LoginShell.SwitchCli());
        assertThat(LoginShell.of("switch [standalone: master] >\n%Invalid command\n"))
                .isEqualTo(new LoginShell.SwitchCli());
        assertThat(LoginShell.of("\n \n")).isEqualTo(new LoginShell.Unknown(""));
        assertThat(LoginShell.of("%OS%$env:OS\n")).isEqualTo(new LoginShell.Unknown("%OS%$env:OS"));
        assertThat(LoginShell.of("This account is not available.\n"))
                .isEqualTo(new LoginShell.Unknown("This account is not available."));
    }

    @Test
    void onlyPlainNamesPromiseAPosixShell() {
        assertThat(List.of("SSH-2.0-OpenSSH_9.2p1 Debian-2", "SSH-2.0-dropbear_2022.83", "SSH-2.0-OpenSSH_5.6"))
                .allMatch(LoginShell::isLikelyPosix);
        assertThat(List.of(
                        "",
                        "SSH-2.0-mpSSH_0.2.1",
                        "SSH-2.0-OpenSSH_for_Windows_8.1",
                        "SSH-2.0-OpenSSH_7.7 Win32",
                        "SSH-2.0-OpenSSH_3.8.1p1 Microsoft",
                        "SSH-2.0-9.99 sshlib: WinSSHD"))
                .noneMatch(LoginShell::isLikelyPosix);
    }
}
