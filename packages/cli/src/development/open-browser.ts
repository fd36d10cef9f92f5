// An address → a page in the person's browser, if there is a person.

import { spawn } from 'node:child_process'

/** Does nothing without a terminal or in an automatic build; the address is printed anyway. */
export function openBrowser(address: string): void {
  if (process.stdout.isTTY !== true || (process.env['CI'] ?? '') !== '') return
  const [command, ...rest] = commandLine(address)
  const child = spawn(command, rest, { stdio: 'ignore', detached: true })
  // A machine without a browser, or without a way to open one, is no reason to stop.
  child.on('error', () => {})
  child.unref()
}

function commandLine(address: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', address]
  return process.platform === 'win32' ? ['cmd', '/c', 'start', '', address] : ['xdg-open', address]
}
