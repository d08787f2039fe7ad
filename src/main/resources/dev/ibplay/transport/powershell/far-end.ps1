# The functions that every batch of the PowerShell far end calls. Windows PowerShell 2.0 on .NET 2.0 and later: nothing that
# came after. Lines that start with # are not sent. They have not been run on a Windows host yet.
#
# Talk: one line for each thing that is said, all of it ASCII: the batch's marker, the operation's number, words; what may
# be any bytes is base64. Nothing else writes to standard output, as programs write to pipes of their own.
# Result words: "r ok", "r exit N", "r timeout", "r absent", "r moved TEXT", "r fail ERRNO TEXT", "r skip", "r none",
# "r held RUN SECONDS OWNER".
# The batch sets $ib_m (marker) and $ib_stop (whether a failure makes the rest be skipped).

$global:ib_n = 'x'
$global:ib_skip = $false
$global:ib_good = $false

# A login's PATH may not lead to the tools of WinOF, WinOF-2 and the OpenFabrics stack.
foreach ($ib_root in $env:ProgramW6432, $env:ProgramFiles) {
    foreach ($ib_sub in 'Mellanox\MLNX_VPI\IB\Tools', 'Mellanox\MLNX_WinOF2\IB\Tools', 'Mellanox\MLNX_WinOF2\Management Tools', 'OFED', 'OFED\tools') {
        if ($ib_root) { $env:Path += ';' + [IO.Path]::Combine($ib_root, $ib_sub) }
    }
}

function Ib-Say($words) { [Console]::Out.WriteLine($ib_m + ' ' + $global:ib_n + ' ' + $words) }

function Ib-SayBytes($word, $bytes) { Ib-Say ($word + ' ' + [Convert]::ToBase64String($bytes)) }

function Ib-SayText($words, $text) { Ib-SayBytes $words ([Text.Encoding]::UTF8.GetBytes([string]$text)) }

function Ib-Bytes($base64) { , [Convert]::FromBase64String($base64) }

function Ib-Text($base64) { [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($base64)) }

function Ib-Good($words) { $global:ib_good = $true; Ib-Say $words }

function Ib-Fail($errno, $text) { Ib-SayText ('r fail ' + $errno) $text }

function Ib-Moved($text) { Ib-SayText 'r moved' $text }

# An exception of .NET comes wrapped in one of PowerShell's.
function Ib-Inner($exception) {
    while ($exception.InnerException) { $exception = $exception.InnerException }
    $exception
}

function Ib-Absent($exception) {
    $exception -is [IO.FileNotFoundException] -or $exception -is [IO.DirectoryNotFoundException] -or $exception -is [IO.DriveNotFoundException]
}

# The errno that Linux would give; Windows' own numbers are those of winerror.h.
function Ib-Errno($exception) {
    if (Ib-Absent $exception) { return 'ENOENT' }
    if ($exception -is [UnauthorizedAccessException] -or $exception -is [Security.SecurityException]) { return 'EACCES' }
    if ($exception -is [IO.PathTooLongException]) { return 'ENAMETOOLONG' }
    if ($exception -is [ArgumentException] -or $exception -is [NotSupportedException]) { return 'EINVAL' }
    $number = -1
    if ($exception -is [ComponentModel.Win32Exception]) { $number = $exception.NativeErrorCode }
    elseif ($exception -is [IO.IOException]) { $number = [Runtime.InteropServices.Marshal]::GetHRForException($exception) -band 65535 }
    switch ($number) {
        2 { return 'ENOENT' }
        3 { return 'ENOENT' }
        5 { return 'EACCES' }
        19 { return 'EROFS' }
        32 { return 'EBUSY' }
        33 { return 'EBUSY' }
        39 { return 'ENOSPC' }
        80 { return 'EEXIST' }
        112 { return 'ENOSPC' }
        183 { return 'EEXIST' }
        193 { return 'ENOEXEC' }
        206 { return 'ENAMETOOLONG' }
        740 { return 'EPERM' }
        1224 { return 'EBUSY' }
    }
    'EOTHER'
}

function Ib-Failed($exception) {
    $inner = Ib-Inner $exception
    Ib-Fail (Ib-Errno $inner) $inner.Message
}

# Runs one operation, whatever becomes of it.
function Ib-Do($number, $block) {
    $global:ib_n = $number
    $global:ib_good = $false
    if ($global:ib_skip) { Ib-Say 'r skip'; return }
    try { $null = & $block } catch { Ib-Failed $_.Exception }
    if ($ib_stop -and -not $global:ib_good) { $global:ib_skip = $true }
}

# --- ibplay's own folder ----------------------------------------------------------------------------------------

# It has one name on all hosts, and stands for this one here.
function Ib-Base { [IO.Path]::Combine([Environment]::GetFolderPath('CommonApplicationData'), 'ibplay') }

function Ib-IsOwn($path) { $path.StartsWith('/var/lib/ibplay/', [StringComparison]::Ordinal) }

function Ib-Place($path) {
    if (-not (Ib-IsOwn $path)) { return $path }
    [IO.Path]::Combine((Ib-Base), $path.Substring(16).Replace('/', '\'))
}

# How a file that was found in a folder is called: below the own folder as it was asked for.
function Ib-Called($folder, $path) {
    if (Ib-IsOwn ($folder + '/')) { $folder + '/' + [IO.Path]::GetFileName($path) } else { $path }
}

# Makes it, for SYSTEM and Administrators only. Everybody may make folders in ProgramData: one that somebody else has made is
# not used. The sections are owner, group and access: auditing would need one more privilege.
function Ib-Own {
    $base = Ib-Base
    $rights = New-Object Security.AccessControl.DirectorySecurity
    $rights.SetSecurityDescriptorSddlForm('O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)', [Security.AccessControl.AccessControlSections]14)
    if (-not [IO.Directory]::Exists($base)) { $null = [IO.Directory]::CreateDirectory($base, $rights) }
    $owner = [IO.Directory]::GetAccessControl($base).GetOwner([Security.Principal.SecurityIdentifier]).Value
    $link = ([IO.File]::GetAttributes($base) -band [IO.FileAttributes]::ReparsePoint) -ne 0
    if ($link -or -not (@('S-1-5-32-544', 'S-1-5-18') -contains $owner)) {
        Ib-Fail 'EPERM' ($base + ' is a link or belongs to ' + $owner + ': see what it is, and remove it')
        return $false
    }
    [IO.Directory]::SetAccessControl($base, $rights)
    $true
}

# --- files ------------------------------------------------------------------------------------------------------

# All bytes of a file, whoever has it open; nothing when there are more than the limit.
function Ib-All($path, $limit) {
    $stream = [IO.File]::Open($path, [IO.FileMode]::Open, [IO.FileAccess]::Read, [IO.FileShare]7)
    try {
        if ($stream.Length -gt $limit) { return $null }
        $bytes = New-Object byte[] $stream.Length
        $at = 0
        while ($at -lt $bytes.Length) {
            $count = $stream.Read($bytes, $at, $bytes.Length - $at)
            if ($count -eq 0) { throw (New-Object IO.IOException ($path + ' became shorter while it was read')) }
            $at += $count
        }
        , $bytes
    } finally { $stream.Close() }
}

function Ib-Large($path, $limit) { Ib-Fail 'EFBIG' ($path + ': larger than the limit of ' + $limit + ' bytes') }

function Ib-Read($path, $limit) {
    $path = Ib-Place $path
    if ([IO.Directory]::Exists($path)) { Ib-Fail 'EISDIR' ($path + ' is a folder'); return }
    try { $bytes = Ib-All $path $limit } catch {
        $inner = Ib-Inner $_.Exception
        if (Ib-Absent $inner) { Ib-Good 'r absent' } else { Ib-Failed $inner }
        return
    }
    if ($null -eq $bytes) { Ib-Large $path $limit; return }
    $locked = ([IO.File]::GetAttributes($path) -band [IO.FileAttributes]::ReadOnly) -ne 0
    $since = [IO.File]::GetLastWriteTimeUtc($path) - (New-Object DateTime 1970, 1, 1)
    Ib-Say ('meta ' + $(if ($locked) { '444' } else { '644' }) + ' ' + [long][Math]::Floor($since.TotalSeconds))
    Ib-SayBytes 'out' $bytes
    Ib-Good 'r ok'
}

# The name is a regular expression for the file's own name; what cannot be read is left out.
function Ib-Match($folder, $name, $limit) {
    $place = Ib-Place $folder
    if (-not [IO.Directory]::Exists($place)) { Ib-Good 'r ok'; return }
    foreach ($path in [IO.Directory]::GetFiles($place)) {
        if (-not ([IO.Path]::GetFileName($path) -match $name)) { continue }
        try { $bytes = Ib-All $path $limit } catch { continue }
        if ($null -eq $bytes) { Ib-Large $path $limit; return }
        Ib-SayText 'name' (Ib-Called $folder $path)
        Ib-SayBytes 'file' $bytes
    }
    Ib-Good 'r ok'
}

# The file of one name in each folder of a folder.
function Ib-MatchBelow($folder, $name, $limit) {
    $place = Ib-Place $folder
    if (-not [IO.Directory]::Exists($place)) { Ib-Good 'r ok'; return }
    foreach ($below in [IO.Directory]::GetDirectories($place)) {
        $path = [IO.Path]::Combine($below, $name)
        try { $bytes = Ib-All $path $limit } catch { continue }
        if ($null -eq $bytes) { Ib-Large $path $limit; return }
        Ib-SayText 'name' (Ib-Called (Ib-Called $folder $below) $path)
        Ib-SayBytes 'file' $bytes
    }
    Ib-Good 'r ok'
}

function Ib-Same($one, $other) {
    $null -ne $one -and [Convert]::ToBase64String($one) -ceq [Convert]::ToBase64String($other)
}

# Whether a file holds what is expected, and is one that can be replaced; else says why not.
function Ib-Holds($path, $expected) {
    try { $now = Ib-All $path $expected.Length } catch {
        $inner = Ib-Inner $_.Exception
        if (Ib-Absent $inner) { Ib-Moved 'absent' } else { Ib-Failed $inner }
        return $false
    }
    if (-not (Ib-Same $now $expected)) { Ib-Moved 'other content'; return $false }
    if (([IO.File]::GetAttributes($path) -band [IO.FileAttributes]::ReparsePoint) -ne 0) {
        Ib-Fail 'EOPNOTSUPP' ($path + ' is a link: name the file that it leads to')
        return $false
    }
    $true
}

# Through to the disk: the flag is older than Flush(true).
function Ib-WriteNew($path, $bytes) {
    $stream = New-Object IO.FileStream ($path, [IO.FileMode]::CreateNew, [IO.FileAccess]::Write, [IO.FileShare]::None, 4096, [IO.FileOptions]::WriteThrough)
    try { $stream.Write($bytes, 0, $bytes.Length) } finally { $stream.Close() }
}

# ReplaceFile keeps the old file's owner, access list and attributes. It always gets a name for the old file here: $null
# would become an empty string on its way, and what was replaced is looked at afterwards.
function Ib-Replace($path, $expects, $old, $new, $name) {
    if ((Ib-IsOwn $path) -and -not $expects) {
        if (-not (Ib-Own)) { return }
        $null = [IO.Directory]::CreateDirectory([IO.Path]::GetDirectoryName((Ib-Place $path)))
    }
    $path = Ib-Place $path
    $staged = [IO.Path]::Combine([IO.Path]::GetDirectoryName($path), '.ibplay.' + $name)
    $kept = $staged + '.old'
    if ($expects) {
        if (-not (Ib-Holds $path $old)) { return }
    } elseif ([IO.File]::Exists($path) -or [IO.Directory]::Exists($path)) { Ib-Moved 'exists'; return }
    try {
        Ib-WriteNew $staged $new
        if ($expects) {
            [IO.File]::Replace($staged, $path, $kept)
            if (-not (Ib-Same (Ib-All $kept $old.Length) $old)) {
                [IO.File]::Replace($kept, $path, $staged)
                Ib-Moved 'other content'
                return
            }
        } else {
            try { [IO.File]::Move($staged, $path) } catch {
                if ([IO.File]::Exists($path)) { Ib-Moved 'exists'; return }
                throw
            }
        }
        Ib-Good 'r ok'
    } finally {
        # When ReplaceFile fails half-way (ERROR_UNABLE_TO_MOVE_REPLACEMENT_2) the old file has the other name.
        if ([IO.File]::Exists($kept) -and -not [IO.File]::Exists($path)) { [IO.File]::Move($kept, $path) }
        if ([IO.File]::Exists($kept)) { [IO.File]::Delete($kept) }
        if ([IO.File]::Exists($staged)) { [IO.File]::Delete($staged) }
    }
}

function Ib-Remove($path, $expected) {
    $path = Ib-Place $path
    if (-not (Ib-Holds $path $expected)) { return }
    [IO.File]::Delete($path)
    Ib-Good 'r ok'
}

# --- programs ---------------------------------------------------------------------------------------------------

# Starts a program with its argument line as it is, reads both of its streams as bytes, and ends it when its time is over.
function Ib-Run($program, $arguments, $stdin, $limit) {
    $start = New-Object Diagnostics.ProcessStartInfo
    $start.FileName = $program
    $start.Arguments = $arguments
    $start.UseShellExecute = $false
    $start.CreateNoWindow = $true
    $start.RedirectStandardInput = $true
    $start.RedirectStandardOutput = $true
    $start.RedirectStandardError = $true
    $start.WorkingDirectory = [Environment]::SystemDirectory
    $clock = [Diagnostics.Stopwatch]::StartNew()
    $process = [Diagnostics.Process]::Start($start)
    $out = New-Object IO.MemoryStream
    $err = New-Object IO.MemoryStream
    $fromOut = $process.StandardOutput.BaseStream
    $fromErr = $process.StandardError.BaseStream
    $to = $process.StandardInput.BaseStream
    $outBytes = New-Object byte[] 8192
    $errBytes = New-Object byte[] 8192
    $reading = $fromOut.BeginRead($outBytes, 0, 8192, $null, $null)
    $hearing = $fromErr.BeginRead($errBytes, 0, 8192, $null, $null)
    $writing = $null
    try { $writing = $to.BeginWrite($stdin, 0, $stdin.Length, $null, $null) } catch { }
    $gone = -1
    $late = $false
    while ($reading -or $hearing) {
        $handles = @()
        if ($reading) { $handles += $reading.AsyncWaitHandle }
        if ($hearing) { $handles += $hearing.AsyncWaitHandle }
        $null = [Threading.WaitHandle]::WaitAny([Threading.WaitHandle[]]$handles, 100, $false)
        if ($to -and (-not $writing -or $writing.IsCompleted)) {
            # A program that does not read its input is no failure.
            try { if ($writing) { $to.EndWrite($writing) } } catch { }
            try { $to.Close() } catch { }
            $to = $null
        }
        if ($reading -and $reading.IsCompleted) {
            $count = $fromOut.EndRead($reading)
            $out.Write($outBytes, 0, $count)
            $reading = $null
            if ($count -gt 0) { $reading = $fromOut.BeginRead($outBytes, 0, 8192, $null, $null) }
        }
        if ($hearing -and $hearing.IsCompleted) {
            $count = $fromErr.EndRead($hearing)
            $err.Write($errBytes, 0, $count)
            $hearing = $null
            if ($count -gt 0) { $hearing = $fromErr.BeginRead($errBytes, 0, 8192, $null, $null) }
        }
        $now = $clock.ElapsedMilliseconds
        if ($now -ge $limit) { $late = $true; break }
        # What a program leaves running may hold its streams for ever.
        if ($gone -lt 0 -and $process.HasExited) { $gone = $now }
        if ($gone -ge 0 -and $now - $gone -gt 2000) { break }
    }
    if (-not $late) { $late = -not $process.WaitForExit([int][Math]::Max([long]1, $limit - $clock.ElapsedMilliseconds)) }
    if ($late) { Ib-Kill $process }
    Ib-SayBytes 'out' $out.ToArray()
    Ib-SayBytes 'err' $err.ToArray()
    if ($late) { Ib-Say 'r timeout'; return }
    if ($process.ExitCode -eq 0) { Ib-Good 'r exit 0' } else { Ib-Say ('r exit ' + $process.ExitCode) }
}

# With what it has started.
function Ib-Kill($process) {
    try {
        $start = New-Object Diagnostics.ProcessStartInfo
        $start.FileName = [IO.Path]::Combine([Environment]::SystemDirectory, 'taskkill.exe')
        $start.Arguments = '/T /F /PID ' + $process.Id
        $start.UseShellExecute = $false
        $start.CreateNoWindow = $true
        $null = [Diagnostics.Process]::Start($start).WaitForExit(5000)
    } catch { }
    try { $process.Kill() } catch { }
}

# --- echo -------------------------------------------------------------------------------------------------------

# Whether an address lies in a network of an interface: then the routes lead over that one.
function Ib-IsBehind($name, $target) {
    foreach ($interface in [Net.NetworkInformation.NetworkInterface]::GetAllNetworkInterfaces()) {
        if ($interface.Name -ne $name) { continue }
        foreach ($own in $interface.GetIPProperties().UnicastAddresses) {
            if ($own.Address.AddressFamily -ne [Net.Sockets.AddressFamily]::InterNetwork -or -not $own.IPv4Mask) { continue }
            $mask = $own.IPv4Mask.GetAddressBytes()
            $one = $own.Address.GetAddressBytes()
            $other = $target.GetAddressBytes()
            $same = $true
            for ($i = 0; $i -lt 4; $i++) { if (($one[$i] -band $mask[$i]) -ne ($other[$i] -band $mask[$i])) { $same = $false } }
            if ($same) { return $true }
        }
    }
    $false
}

function Ib-Ping($name, $address, $payload, $tries, $limit) {
    $target = [Net.IPAddress]::Parse($address)
    if ($name -ne '' -and -not (Ib-IsBehind $name $target)) {
        Ib-Fail 'ENETUNREACH' ($address + ' is in no network of ' + $name)
        return
    }
    $ping = New-Object Net.NetworkInformation.Ping
    $options = New-Object Net.NetworkInformation.PingOptions (64, $true)
    $bytes = New-Object byte[] $payload
    for ($i = 0; $i -lt $tries; $i++) {
        $reply = $ping.Send($target, $limit, $bytes, $options)
        if ($reply.Status -eq [Net.NetworkInformation.IPStatus]::Success) { Ib-Good 'r ok'; return }
        if ($reply.Status -eq [Net.NetworkInformation.IPStatus]::PacketTooBig) {
            Ib-Fail 'EMSGSIZE' ('a packet of ' + ($payload + 28) + ' bytes is too large on the way to ' + $address)
            return
        }
    }
    Ib-Say 'r none'
}
