package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "stat: cannot statx '/x': No such file or directory | ENOENT",
                "stat: can't stat '/x': No such file or directory | ENOENT",
                "sh: 1: cannot open /x: No such file | ENOENT",
                "sh: 1: cannot create /no/x: Directory nonexistent | ENOENT",
                "ash: can't create /no/x: nonexistent directory | ENOENT",
                "bash: line 4: /x: Permission denied | EACCES",
                "cat: write error: No space left on device | ENOSPC",
                "cp: cannot create regular file '/x': Read-only file system | EROFS",
                "bash: /: Is a directory | EISDIR",
                "stat: cannot statx '/etc/passwd/x': Not a directory | ENOTDIR",
                "RTNETLINK answers: Invalid argument | EINVAL",
                "Error: mtu greater than device maximum. | EINVAL",
                "RTNETLINK answers: Operation not permitted | EPERM",
                "Cannot find device \"ib7\" | ENODEV",
                "ip: can't find device 'ib7' | ENODEV",
                "ip: ioctl 0x8933 failed: No such device | ENODEV",
                "cat: /x: I/O error | EIO",
                "open: No such device or address | ENXIO",
                "mv: cannot move 'a' to 'b': Device or resource busy | EBUSY",
                "stat: cannot stat '/no such file or directory/x': Permission denied | EACCES",
                "something else went wrong | EOTHER"
            })
    void knowsTheTextsOfShellsAndTools(String said, String errno) {
        assertThat(ErrorText.nameIn(said)).isEqualTo(errno);
    }

    @ParameterizedTest
    @CsvSource({"'dd: error writing x: Invalid argument\n0+1 records in\n0+0 records out\n', EINVAL", "'', EOTHER"})
    void takesTheLastLineThatIsAnError(String said, String errno) {
        assertThat(ErrorText.nameIn(said)).isEqualTo(errno);
    }
}
