/**
 * The far end of Windows hosts: batches become text for Windows PowerShell 2.0 or later, one exec for each. Knows PowerShell and
 * what Windows' processes and files are like; knows nothing of SSH or InfiniBand. The scripts are resources beside this
 * package; they have been parsed with PowerShell's grammar (src/powershell/check), and tested by their shape and by what is read
 * from them, but not run on a Windows host.
 */
@NullMarked
package dev.ibplay.transport.powershell;

import org.jspecify.annotations.NullMarked;
