# The host's lock. A lock is a file that its holder has open and that others may read: it is free when no process has it open,
# however the last one ended. They need those of far-end.ps1.

$global:ib_locks = @()

# Seconds on a clock that never goes back; for how long others have held a lock.
function Ib-Now { [long]([Diagnostics.Stopwatch]::GetTimestamp() / [Diagnostics.Stopwatch]::Frequency) }

# What stands behind a word at the beginning of a line.
function Ib-Value($lines, $word) {
    foreach ($line in $lines) {
        if ($line.StartsWith($word + ' ', [StringComparison]::Ordinal)) { return $line.Substring($word.Length + 1) }
    }
    ''
}

# The same run takes the lock over: its process there is one that it has lost.
function Ib-Lock($path, $run, $owner) {
    if ((Ib-IsOwn $path) -and -not (Ib-Own)) { return }
    $path = Ib-Place $path
    if ([IO.Directory]::Exists($path)) { Ib-Fail 'EISDIR' ($path + ' is a folder'); return }
    for ($i = 0; $i -lt 50; $i++) {
        try { $stream = [IO.File]::Open($path, [IO.FileMode]::OpenOrCreate, [IO.FileAccess]::ReadWrite, [IO.FileShare]::Read) } catch {
            $inner = Ib-Inner $_.Exception
            if ((Ib-Errno $inner) -ne 'EBUSY') { Ib-Failed $inner; return }
            if (Ib-IsHeld $path $run) { return }
            Start-Sleep -Milliseconds 200
            continue
        }
        $bytes = [Text.Encoding]::UTF8.GetBytes(@(('run ' + $run), ('owner ' + $owner), ('pid ' + [Diagnostics.Process]::GetCurrentProcess().Id), ('since ' + (Ib-Now)), '') -join [string][char]10)
        $stream.SetLength(0)
        $stream.Write($bytes, 0, $bytes.Length)
        $stream.Flush()
        $global:ib_locks += $stream
        Ib-Good 'r ok'
        return
    }
    Ib-Fail 'EAGAIN' ($path + ' changes hands all the time')
}

# Whether another run holds it: then says so. Who holds it may be about to write who it is, or just have gone.
function Ib-IsHeld($path, $run) {
    try { $bytes = Ib-All $path 4096 } catch { return $false }
    if ($null -eq $bytes) { return $false }
    $lines = [Text.Encoding]::UTF8.GetString($bytes).Split([char]10)
    $holder = Ib-Value $lines 'run'
    if ($holder -eq '') { return $false }
    if ($holder -ceq $run) {
        try { [Diagnostics.Process]::GetProcessById([int](Ib-Value $lines 'pid')).Kill() } catch { }
        return $false
    }
    $seconds = [Math]::Max([long]0, (Ib-Now) - [long](Ib-Value $lines 'since'))
    Ib-SayText ('r held ' + $holder + ' ' + $seconds) (Ib-Value $lines 'owner')
    $true
}

# Called behind a batch's last word: goes on for as long as somebody listens, where locks are held.
function Ib-Hold {
    while ($global:ib_locks.Count -gt 0) {
        Start-Sleep -Seconds 2
        [Console]::Out.WriteLine($ib_m + ' alive')
    }
}
