# The functions with which a session arms a guard and asks something of it, and what the guard's own process shares with them.
# What a guard is is said in native/PROTOCOL.md. Here its process is a task of the scheduler: what sshd has started ends with
# the channel, and a task is started again when the host is. They need those of far-end.ps1.

$global:ib_g = ''
$global:ib_files = @()
$global:ib_undo = @()

# --- a guard's folder, ib_g -------------------------------------------------------------------------------------

function Ib-In($name) { [IO.Path]::Combine($global:ib_g, $name) }

# Replaced as a whole. A reader may have the file open for a moment.
function Ib-Keep($name, $text) {
    $path = Ib-In $name
    $staged = $path + '.new'
    for ($i = 0; $true; $i++) {
        try {
            [IO.File]::Delete($staged)
            Ib-WriteNew $staged ([Text.Encoding]::UTF8.GetBytes($text))
            if ([IO.File]::Exists($path)) { [IO.File]::Replace($staged, $path, $path + '.old') } else { [IO.File]::Move($staged, $path) }
            return
        } catch { if ($i -ge 20) { throw } }
        Start-Sleep -Milliseconds 50
    }
}

# The text of a file; nothing where there is none.
function Ib-Word($name) {
    for ($i = 0; $i -lt 3; $i++) {
        try { return [Text.Encoding]::UTF8.GetString((Ib-All (Ib-In $name) 65536)).Trim() } catch { Start-Sleep -Milliseconds 50 }
    }
    $null
}

function Ib-IsOver($state) { @('confirmed', 'undone', 'failed') -contains $state }

# The guard's process has a file open that nobody else may open meanwhile.
function Ib-Runs {
    try { [IO.File]::Open((Ib-In 'alive'), [IO.FileMode]::Open, [IO.FileAccess]::Read, [IO.FileShare]7).Close() } catch {
        return (Ib-Errno (Ib-Inner $_.Exception)) -eq 'EBUSY'
    }
    $false
}

# Any new word makes an order a new one; the guard counts from when it reads it.
function Ib-Order($seconds) { Ib-Keep 'deadline' ([string]$seconds + '.00 ' + [Guid]::NewGuid().ToString('N')) }

# Starts one of Windows' own programs and gives its exit status; what it says is in the host's language, and for people only.
function Ib-Tool($name, $arguments) {
    $start = New-Object Diagnostics.ProcessStartInfo
    $start.FileName = [IO.Path]::Combine([Environment]::SystemDirectory, $name)
    $start.Arguments = $arguments
    $start.UseShellExecute = $false
    $start.CreateNoWindow = $true
    $start.RedirectStandardInput = $true
    $start.RedirectStandardOutput = $true
    $start.RedirectStandardError = $true
    $process = [Diagnostics.Process]::Start($start)
    $process.StandardInput.Close()
    $global:ib_told = ($process.StandardOutput.ReadToEnd() + $process.StandardError.ReadToEnd()).Trim()
    $process.WaitForExit()
    $process.ExitCode
}

function Ib-Task($verb, $more) {
    Ib-Tool 'schtasks.exe' ($verb + ' /tn "\ibplay-guard-' + [IO.Path]::GetFileName($global:ib_g) + '"' + $more)
}

# --- what a session asks of a guard -----------------------------------------------------------------------------

# The state of a guard that runs or is over; else says what is wrong and gives nothing.
function Ib-Look {
    $state = Ib-Word 'state'
    if ((Ib-IsOver $state) -or ($state -and (Ib-Runs))) { return $state }
    # It may have come to its end between the two looks.
    $state = Ib-Word 'state'
    if (Ib-IsOver $state) { return $state }
    if ($state) { Ib-Fail 'ESRCH' ($global:ib_g + ' is ' + $state + ', but its process does not run any more') }
    else { Ib-Fail 'ENOENT' ('there is no guard ' + $global:ib_g) }
    $null
}

function Ib-MovedTo($state) {
    $reason = Ib-Word 'reason'
    Ib-Moved $(if ($reason) { $state + ': ' + $reason } else { $state })
}

# A guard about to fire either sees the new order and is armed again at once, or goes on.
function Ib-Renew($folder, $seconds) {
    $global:ib_g = Ib-Place $folder
    $state = Ib-Look
    if ($null -eq $state) { return }
    if ($state -ne 'armed') { Ib-MovedTo $state; return }
    Ib-Order $seconds
    for ($i = 0; $i -lt 30; $i++) {
        $state = Ib-Look
        if ($null -eq $state) { return }
        if ($state -ne 'undoing') { break }
        Start-Sleep -Milliseconds 100
    }
    if ($state -eq 'armed') { Ib-Good 'r ok' } else { Ib-MovedTo $state }
}

# Leaves a request and waits for the guard's end; gives its last state.
function Ib-Ask($folder, $request) {
    $global:ib_g = Ib-Place $folder
    $state = Ib-Look
    if ($state -eq 'armed') { Ib-Keep $request '' }
    $clock = [Diagnostics.Stopwatch]::StartNew()
    while ($null -ne $state -and -not (Ib-IsOver $state)) {
        if ($clock.Elapsed.TotalSeconds -gt 300) {
            Ib-Fail 'ETIMEDOUT' ($global:ib_g + ' is still ' + $state)
            return $null
        }
        Start-Sleep -Milliseconds 200
        $state = Ib-Look
    }
    $state
}

function Ib-Confirm($folder) {
    $state = Ib-Ask $folder 'confirm'
    if ($null -eq $state) { return }
    if ($state -eq 'confirmed') { Ib-Good 'r ok' } else { Ib-MovedTo $state }
}

function Ib-Fire($folder) {
    $state = Ib-Ask $folder 'fire'
    if ($null -eq $state) { return }
    if ($state -eq 'undone') { Ib-Good 'r ok' }
    elseif ($state -eq 'failed') { Ib-Fail 'EIO' ('a part of the undo failed; see ' + (Ib-In 'log')) }
    else { Ib-MovedTo $state }
}

# --- the plan of a guard, which is a script of calls of these ---------------------------------------------------

function Ib-File($path, $expects, $old, $new) { Ib-Add $path $false $expects $old $new }

function Ib-Gone($path, $old) { Ib-Add $path $true $true $old $null }

function Ib-Add($path, $gone, $expects, $old, $new) {
    $path = Ib-Place $path
    $beside = [IO.Path]::Combine([IO.Path]::GetDirectoryName($path), '.' + [IO.Path]::GetFileName($path))
    $global:ib_files += @{ path = $path; gone = $gone; expects = $expects; old = $old; new = $new; staged = $beside + '.ibplay-staged'; kept = $beside + '.ibplay-old' }
}

function Ib-Undo($text, $call) { $global:ib_undo += @{ text = $text; call = $call } }

function Ib-Load($bytes) {
    $global:ib_files = @()
    $global:ib_undo = @()
    . ([ScriptBlock]::Create([Text.Encoding]::UTF8.GetString($bytes)))
}

# Why a file is not as it is expected to be; empty when it is.
function Ib-Objection($file) {
    $path = $file.path
    if (-not $file.expects) {
        if ([IO.File]::Exists($path) -or [IO.Directory]::Exists($path)) { return $path + ': exists' }
        return ''
    }
    try { $now = Ib-All $path $file.old.Length } catch {
        if (Ib-Absent (Ib-Inner $_.Exception)) { return $path + ': absent' }
        throw
    }
    if (-not (Ib-Same $now $file.old)) { return $path + ': other content' }
    if (([IO.File]::GetAttributes($path) -band [IO.FileAttributes]::ReparsePoint) -ne 0) { return $path + ': a link' }
    ''
}

# Whether what waits beside a file is what is to take its place.
function Ib-Waits($file) {
    try { return Ib-Same (Ib-All $file.staged $file.new.Length) $file.new } catch { return $false }
}

function Ib-Unstage($file) {
    if (-not $file.gone -and (Ib-Waits $file)) { try { [IO.File]::Delete($file.staged) } catch { } }
}

# --- arming -----------------------------------------------------------------------------------------------------

function Ib-Arm($folder, $seconds, $record, $undo, $plan, $functions) {
    if ((Ib-IsOwn $folder) -and -not (Ib-Own)) { return }
    $guard = Ib-Place $folder
    if ([IO.Directory]::Exists($guard)) { Ib-Fail 'EEXIST' ($guard + ' is there already'); return }
    Ib-Sweep ([IO.Path]::GetDirectoryName($guard))
    $global:ib_g = $guard
    $null = [IO.Directory]::CreateDirectory($guard)
    $armed = $false
    try {
        Ib-WriteNew (Ib-In 'record') $record
        Ib-WriteNew (Ib-In 'undo') $undo
        Ib-WriteNew (Ib-In 'plan.ps1') $plan
        Ib-WriteNew (Ib-In 'guard.ps1') $functions
        Ib-Load $plan
        foreach ($file in $global:ib_files) { if (-not (Ib-Stage $file)) { return } }
        $armed = Ib-StartGuard $seconds
    } finally { if (-not $armed) { Ib-Abandon } }
    if ($armed) { Ib-Good 'r ok' }
}

# Removes what ended guards have left. One that should wait but does not run, as after a crash, undoes its change first.
function Ib-Sweep($guards) {
    if (-not [IO.Directory]::Exists($guards)) { return }
    foreach ($guard in [IO.Directory]::GetDirectories($guards)) {
        $global:ib_g = $guard
        if (Ib-Runs) { continue }
        $state = Ib-Word 'state'
        if ($state -and -not (Ib-IsOver $state) -and (Ib-Task '/run' '') -eq 0) {
            for ($i = 0; $i -lt 150 -and -not (Ib-IsOver $state); $i++) {
                Start-Sleep -Milliseconds 200
                $state = Ib-Word 'state'
            }
            if (-not (Ib-IsOver $state)) { continue }
        }
        $null = Ib-Task '/delete' ' /f'
        # Its process may just be ending; then the next one removes it.
        try { [IO.Directory]::Delete($guard, $true) } catch { }
    }
}

# What a run that was cut off has left under these names is of no use any more.
function Ib-Stage($file) {
    $why = Ib-Objection $file
    if ($why) { Ib-Moved $why; return $false }
    [IO.File]::Delete($file.staged)
    [IO.File]::Delete($file.kept)
    if (-not $file.gone) { Ib-WriteNew $file.staged $file.new }
    $true
}

function Ib-Abandon {
    $null = Ib-Task '/end' ''
    $null = Ib-Task '/delete' ' /f'
    foreach ($file in $global:ib_files) { Ib-Unstage $file }
    try { [IO.Directory]::Delete($global:ib_g, $true) } catch { }
}

function Ib-StartGuard($seconds) {
    Ib-Order $seconds
    $xml = Ib-In 'task.xml'
    [IO.File]::WriteAllText($xml, (Ib-TaskText), [Text.Encoding]::Unicode)
    foreach ($verb in @('/create', '/run')) {
        $status = Ib-Task $verb $(if ($verb -eq '/create') { ' /f /xml "' + $xml + '"' } else { '' })
        if ($status -ne 0) {
            Ib-Fail 'ECHILD' ('schtasks ' + $verb + ' ended with ' + $status + ': ' + $global:ib_told)
            return $false
        }
    }
    [IO.File]::Delete($xml)
    $clock = [Diagnostics.Stopwatch]::StartNew()
    while (-not (Ib-Word 'state')) {
        if ($clock.Elapsed.TotalSeconds -gt 60) { Ib-Fail 'ETIMEDOUT' 'the guard does not start'; return $false }
        Start-Sleep -Milliseconds 100
    }
    $true
}

# [MS-TSCH] 2.5, version 1.2: Windows Vista and later. As SYSTEM, now and whenever the host starts, for as long as it takes, on batteries too.
# Its command carries no script file: policies that forbid those do not concern it.
function Ib-TaskText {
    $script = '$ib_g = ''' + $global:ib_g.Replace('''', '''''') + '''' + [char]10
    $script += '$ib_text = $ib_g + ''\guard.ps1''' + [char]10
    $script += 'if (-not [IO.File]::Exists($ib_text)) { exit 0 }' + [char]10
    $script += '. ([ScriptBlock]::Create([IO.File]::ReadAllText($ib_text)))' + [char]10
    $script += 'Ib-Guard ([IO.Path]::GetDirectoryName($ib_text))' + [char]10
    $shell = [IO.Path]::Combine([Environment]::SystemDirectory, 'WindowsPowerShell\v1.0\powershell.exe')
    '<?xml version="1.0" encoding="UTF-16"?><Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">' +
    '<Triggers><BootTrigger><Enabled>true</Enabled><Delay>PT15S</Delay></BootTrigger></Triggers>' +
    '<Principals><Principal id="System"><UserId>S-1-5-18</UserId><RunLevel>HighestAvailable</RunLevel></Principal></Principals>' +
    '<Settings><MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy><DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>' +
    '<StopIfGoingOnBatteries>false</StopIfGoingOnBatteries><ExecutionTimeLimit>PT0S</ExecutionTimeLimit><Priority>4</Priority></Settings>' +
    '<Actions Context="System"><Exec><Command>' + [Security.SecurityElement]::Escape($shell) + '</Command>' +
    '<Arguments>-NoProfile -NonInteractive -ExecutionPolicy Bypass -EncodedCommand ' +
    [Convert]::ToBase64String([Text.Encoding]::Unicode.GetBytes($script)) + '</Arguments></Exec></Actions></Task>'
}
