# The functions of a guard's own process, which needs those of far-end.ps1 and guard.ps1, too. It has nobody to talk to: what an
# operation says is kept for the log.

$ErrorActionPreference = 'Stop'
$global:ib_heard = @()
$ib_m = ''
$ib_stop = $false

function Ib-Say($words) { $global:ib_heard += $words }

function Ib-Try($block) { try { $null = & $block } catch { } }

function Ib-Log($text) {
    $line = [DateTime]::UtcNow.ToString('s', [Globalization.CultureInfo]::InvariantCulture) + 'Z ' + ($text -replace '\s+', ' ')
    Ib-Try { [IO.File]::AppendAllText((Ib-In 'log'), $line + [char]10) }
}

# folder. One that finds its state there already was started anew with the host, or ended by somebody and started again.
function Ib-Guard($folder) {
    $global:ib_g = $folder
    $alive = $null
    for ($i = 0; -not $alive; $i++) {
        # Whoever looks whether it runs has the file open for a moment.
        try { $alive = [IO.File]::Open((Ib-In 'alive'), [IO.FileMode]::OpenOrCreate, [IO.FileAccess]::ReadWrite, [IO.FileShare]::None) } catch {
            if ($i -ge 50) { throw }
            Start-Sleep -Milliseconds 100
        }
    }
    try {
        Ib-Load ([IO.File]::ReadAllBytes((Ib-In 'plan.ps1')))
        $state = Ib-Word 'state'
        if (Ib-IsOver $state) { Ib-End $state }
        elseif ($state) { Ib-UndoAll 'the host was started anew before it was confirmed' 60 }
        else {
            Ib-Keep 'state' 'armed'
            Ib-Watch
        }
    } finally { $alive.Close() }
}

# The clock is the time since the guard began, whatever becomes of the time of day.
function Ib-Watch {
    $clock = [Diagnostics.Stopwatch]::StartNew()
    $order = ''
    $due = 120
    while ($true) {
        $told = Ib-Word 'deadline'
        if ($told -and $told -cne $order) {
            $order = $told
            try { $due = $clock.Elapsed.TotalSeconds + [int]$told.Split([char]46)[0] } catch { }
        }
        if ([IO.File]::Exists((Ib-In 'fire'))) { Ib-UndoAll 'it was asked to' 0; return }
        if ([IO.File]::Exists((Ib-In 'confirm'))) { Ib-Commit; return }
        if ($clock.Elapsed.TotalSeconds -ge $due) {
            # The state first, then another look at the order; a session that renews does it the other way round.
            Ib-Try { Ib-Keep 'state' 'undoing' }
            $told = Ib-Word 'deadline'
            if (-not $told -or $told -ceq $order) { Ib-UndoAll 'it was not confirmed in time' 0; return }
            Ib-Try { Ib-Keep 'state' 'armed' }
        }
        Start-Sleep -Milliseconds 250
    }
}

# The state is told only when all of it holds; what it needed goes then.
function Ib-End($state) {
    Ib-Try { Ib-Keep 'state' $state }
    foreach ($file in $global:ib_files) {
        if ($state -eq 'confirmed') { Ib-Try { [IO.File]::Delete($file.kept) } }
        Ib-Unstage $file
    }
    Ib-Try { [IO.File]::Delete((Ib-In 'plan.ps1')) }
    Ib-Try { [IO.File]::Delete((Ib-In 'guard.ps1')) }
    Ib-Try { Ib-Task '/delete' ' /f' }
}

# --- undo -------------------------------------------------------------------------------------------------------

# reason, for how many seconds what fails is tried again: much is not there yet when the host has just started.
function Ib-UndoAll($reason, $patience) {
    Ib-Try { Ib-Keep 'reason' $reason }
    Ib-Try { Ib-Keep 'state' 'undoing' }
    Ib-Log ('undo: ' + $reason)
    $wrong = $false
    for ($i = $global:ib_files.Count - 1; $i -ge 0; $i--) { if (-not (Ib-PutBack $global:ib_files[$i])) { $wrong = $true } }
    foreach ($undo in $global:ib_undo) { if (-not (Ib-UndoOne $undo $patience)) { $wrong = $true } }
    Ib-End $(if ($wrong) { 'failed' } else { 'undone' })
}

function Ib-UndoOne($undo, $patience) {
    $clock = [Diagnostics.Stopwatch]::StartNew()
    while ($true) {
        $global:ib_heard = @()
        $global:ib_good = $false
        try { $null = & $undo.call } catch { Ib-Failed $_.Exception }
        if ($global:ib_good) { Ib-Log ($undo.text + ': done'); return $true }
        if ($clock.Elapsed.TotalSeconds -ge $patience) { Ib-Log ($undo.text + ': ' + (Ib-Why)); return $false }
        Start-Sleep -Seconds 5
    }
}

# The first result that an operation has said, in words.
function Ib-Why {
    foreach ($said in $global:ib_heard) {
        $words = ([string]$said).Split([char]32)
        if ($words[0] -ne 'r') { continue }
        switch ($words[1]) {
            'exit' { return 'exit status ' + $words[2] }
            'timeout' { return 'not done in time' }
            'moved' { return 'not done: ' + (Ib-Text $words[2]) }
            'fail' { return 'failed: ' + (Ib-Text $words[3]) }
        }
    }
    'failed'
}

# --- giving files their names -----------------------------------------------------------------------------------

function Ib-Commit {
    $why = ''
    try {
        foreach ($file in $global:ib_files) {
            if (-not $why) { $why = Ib-Objection $file }
            if (-not $why -and -not $file.gone -and -not (Ib-Waits $file)) { $why = $file.path + ': the prepared file is gone' }
        }
        if (-not $why) {
            Ib-Keep 'state' 'confirming'
            foreach ($file in $global:ib_files) {
                Ib-Name $file
                Ib-Log ($(if ($file.gone) { 'remove ' } else { 'replace ' }) + $file.path + ': done')
            }
        }
    } catch { $why = $file.path + ': ' + (Ib-Inner $_.Exception).Message }
    if ($why) { Ib-Log $why; Ib-UndoAll $why 0; return }
    Ib-Log 'confirmed'
    Ib-End 'confirmed'
}

# The old file stays beside the new one until the state says that it is confirmed.
function Ib-Name($file) {
    if ($file.gone) { [IO.File]::Move($file.path, $file.kept) }
    elseif ($file.expects) { [IO.File]::Replace($file.staged, $file.path, $file.kept) }
    else { [IO.File]::Move($file.staged, $file.path) }
}

# Whatever has been done to a file so far; false when it could not be put back.
function Ib-PutBack($file) {
    try {
        if ([IO.File]::Exists($file.kept)) {
            if ([IO.File]::Exists($file.path)) { [IO.File]::Replace($file.kept, $file.path, $file.staged) } else { [IO.File]::Move($file.kept, $file.path) }
        } elseif (-not $file.expects -and -not [IO.File]::Exists($file.staged) -and [IO.File]::Exists($file.path)) {
            if (Ib-Same (Ib-All $file.path $file.new.Length) $file.new) { [IO.File]::Delete($file.path) }
        } else { return $true }
        Ib-Log ('put back ' + $file.path + ': done')
        return $true
    } catch {
        Ib-Log ('put back ' + $file.path + ': ' + (Ib-Inner $_.Exception).Message)
        return $false
    }
}
