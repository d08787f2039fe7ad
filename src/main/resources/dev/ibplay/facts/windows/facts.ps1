# What a Windows host is asked of itself. Windows PowerShell 2.0 (Windows 7, Server 2008 R2) and later; Get-NetIPInterface is
# of 3.0, and netsh's text stands in where it is missing. Lines that start with # are not sent. It has not been run on a
# Windows host yet.
#
# One line for each thing: a word for its kind, then key=value. Values are escaped as in a URI, so that all is ASCII whatever
# the language and the code page are. "part" says that all of a kind was told, or why not; "end" that all was asked.

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

function Ib-Say($kind, $pairs) {
    $line = $kind
    for ($i = 0; $i -lt $pairs.Length; $i += 2) {
        if ($null -ne $pairs[$i + 1]) { $line += ' ' + $pairs[$i] + '=' + [Uri]::EscapeDataString([string]$pairs[$i + 1]) }
    }
    [Console]::Out.WriteLine($line)
}

function Ib-Part($name, $block) {
    try {
        $null = & $block
        Ib-Say 'part' @('name', $name)
    } catch { Ib-Say 'part' @('name', $name, 'error', $_.Exception.Message) }
}

Ib-Part 'system' {
    $identity = [Security.Principal.WindowsIdentity]::GetCurrent()
    $principal = New-Object Security.Principal.WindowsPrincipal $identity
    $product = Get-ItemProperty 'HKLM:\SOFTWARE\Microsoft\Windows NT\CurrentVersion'
    Ib-Say 'system' @(
        'version', [Environment]::OSVersion.Version, 'name', $product.ProductName,
        'powershell', $PSVersionTable.PSVersion, 'programs', $env:ProgramFiles, 'ssh', $env:SSH_CONNECTION,
        'elevated', $principal.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator))
}

# Programs write the OEM code page where they have no console of their own.
Ib-Part 'codepage' {
    Ib-Say 'codepage' @('oem', (Get-ItemProperty 'HKLM:\SYSTEM\CurrentControlSet\Control\Nls\CodePage').OEMCP)
}

# What the driver is told to do stands in the key of the network class that has the adapter's own id.
Ib-Part 'adapters' {
    $keys = @{}
    $class = 'HKLM:\SYSTEM\CurrentControlSet\Control\Class\{4d36e972-e325-11ce-bfc1-08002be10318}'
    foreach ($key in (Get-ChildItem $class -ErrorAction SilentlyContinue)) {
        if ($key -and $key.GetValue('NetCfgInstanceId')) { $keys[[string]$key.GetValue('NetCfgInstanceId')] = $key }
    }
    foreach ($one in (Get-WmiObject Win32_NetworkAdapter)) {
        if (-not $one -or -not $one.NetConnectionID) { continue }
        $pairs = @(
            'index', $one.InterfaceIndex, 'name', $one.NetConnectionID, 'description', $one.Name,
            'guid', $one.GUID, 'service', $one.ServiceName, 'status', $one.NetConnectionStatus)
        $key = $null
        if ($one.GUID) { $key = $keys[[string]$one.GUID] }
        if ($key) {
            $pairs += @(
                'key', $key.PSChildName, 'jumbo', $key.GetValue('*JumboPacket'), 'payload', $key.GetValue('PayloadMtu'),
                'pkey', $key.GetValue('PKey'), 'driver', $key.GetValue('DriverVersion'))
        }
        Ib-Say 'adapter' $pairs
    }
}

# 11 is InfiniBand (ntddndis.h); Windows 7 knows it by the adapter's description only.
Ib-Part 'medium' {
    foreach ($one in (Get-WmiObject -Namespace 'root\StandardCimv2' -Class MSFT_NetAdapter)) {
        if ($one) { Ib-Say 'medium' @('index', $one.InterfaceIndex, 'physical', $one.NdisPhysicalMedium) }
    }
}
Ib-Part 'oldmedium' {
    foreach ($one in (Get-WmiObject -Namespace 'root\wmi' -Class MSNdis_PhysicalMediumType)) {
        if ($one) { Ib-Say 'medium' @('description', $one.InstanceName, 'physical', $one.NdisPhysicalMediumType) }
    }
}

Ib-Part 'mtus' {
    foreach ($one in (Get-NetIPInterface -AddressFamily IPv4)) {
        Ib-Say 'mtu' @('index', $one.InterfaceIndex, 'bytes', $one.NlMtu)
    }
}
Ib-Part 'keptmtus' {
    foreach ($one in (Get-NetIPInterface -AddressFamily IPv4 -PolicyStore PersistentStore)) {
        Ib-Say 'keptmtu' @('index', $one.InterfaceIndex, 'bytes', $one.NlMtu)
    }
}

Ib-Part 'addresses' {
    foreach ($one in (Get-WmiObject Win32_NetworkAdapterConfiguration)) {
        if (-not $one -or -not $one.IPAddress) { continue }
        for ($i = 0; $i -lt $one.IPAddress.Length; $i++) {
            Ib-Say 'address' @('index', $one.InterfaceIndex, 'address', $one.IPAddress[$i], 'mask', $one.IPSubnet[$i])
        }
    }
}

# The numbers of states are those of the service manager: 1 is stopped, 4 is running.
Ib-Part 'services' {
    foreach ($key in (Get-ChildItem 'HKLM:\SYSTEM\CurrentControlSet\Services' -ErrorAction SilentlyContinue)) {
        if (-not $key) { continue }
        $name = $key.PSChildName
        $image = [string]$key.GetValue('ImagePath')
        if ($name -ne 'OpenSM' -and -not ($image -match '(^|[\\/"])opensm[^\\/"]*\.exe')) { continue }
        # Variables in it are for the service manager.
        $raw = [string]$key.GetValue('ImagePath', $null, [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
        $state = $null
        $process = $null
        try { $state = [int](Get-Service $name).Status } catch { }
        try { $process = (Get-WmiObject Win32_Service -Filter ('Name="' + $name + '"')).ProcessId } catch { }
        Ib-Say 'service' @('name', $name, 'image', $image, 'raw', $raw, 'start', $key.GetValue('Start'), 'state', $state, 'process', $process)
    }
}

Ib-Part 'processes' {
    foreach ($one in (Get-WmiObject Win32_Process -Filter 'Name LIKE "opensm%"')) {
        if (-not $one) { continue }
        $start = [Management.ManagementDateTimeConverter]::ToDateTime($one.CreationDate).ToUniversalTime()
        $seconds = [long][Math]::Floor(($start - (New-Object DateTime 1970, 1, 1)).TotalSeconds)
        Ib-Say 'process' @('id', $one.ProcessId, 'command', $one.CommandLine, 'image', $one.ExecutablePath, 'start', $seconds)
    }
}

# Of WinOF, WinOF-2 and the OpenFabrics stack, where PATH does not lead to them.
Ib-Part 'tools' {
    $folders = @($env:Path -split ';')
    foreach ($root in $env:ProgramW6432, $env:ProgramFiles) {
        foreach ($sub in 'Mellanox\MLNX_VPI\IB\Tools', 'Mellanox\MLNX_WinOF2\IB\Tools', 'Mellanox\MLNX_WinOF2\Management Tools', 'OFED', 'OFED\tools') {
            if ($root) { $folders += [IO.Path]::Combine($root, $sub) }
        }
    }
    foreach ($name in 'ibv_devinfo', 'ibstat', 'vstat', 'opensm', 'smpquery', 'sminfo', 'saquery') {
        foreach ($folder in $folders) {
            try { $path = [IO.Path]::Combine($folder.Trim(' "'), $name + '.exe') } catch { continue }
            if ([IO.Path]::IsPathRooted($path) -and [IO.File]::Exists($path)) {
                Ib-Say 'tool' @('name', $name, 'path', $path)
                break
            }
        }
    }
}

Ib-Say 'end' @()
