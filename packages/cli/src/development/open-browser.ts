// Opens an address in the browser.

import { spawn } from 'node:child_process'

/** Does nothing without a terminal or in CI; the address is printed anyway. */
export function openBrowser(address: string): void {
  if (process.stdout.isTTY !== true || (process.env['CI'] ?? '') !== '') return
  const [command, ...rest] = commandLine(address)
  const child = spawn(command, rest, { stdio: 'ignore', detached: true })
  // Ignores a machine without a browser.
  child.on('error', () => {})
  child.unref()
}

function commandLine(address: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', address]
  return process.platform === 'win32' ? ['cmd', '/c', 'start', '', address] : ['xdg-open', address]
}
