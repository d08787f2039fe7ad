# What the command line of every batch carries: takes the batch's script from standard input and runs it. Windows
# PowerShell 2.0 and later. Lines that start with # are not sent.
#
# The host of PowerShell reads redirected standard input itself and gives its lines to $input, in every version; Ansible sends
# its scripts this way. The lines are base64 (RFC 4648) of UTF-8, so that no code page can damage them, and the last one is
# "end": a script that was cut on the way is not run.

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
try { [Console]::OutputEncoding = New-Object Text.UTF8Encoding $false } catch { }
$ib_lines = @($input)
if ($ib_lines.Count -lt 2 -or $ib_lines[$ib_lines.Count - 1] -ne 'end') { exit 97 }
$ib_script = [Convert]::FromBase64String(($ib_lines[0..($ib_lines.Count - 2)] -join ''))
& ([ScriptBlock]::Create([Text.Encoding]::UTF8.GetString($ib_script)))
exit 0
