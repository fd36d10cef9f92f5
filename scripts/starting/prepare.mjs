// Prepares a checkout to run: packages installed, Node 24 in place. Runs before anything is installed, so it is plain
// JavaScript for Node 20 and imports only Node's modules. Prints nothing if there is nothing to do. A failure prints
// instructions.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { node24Binary } from '../../packages/cli/bin/node-24.mjs'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const modules = join(root, 'node_modules')

/** Installs missing packages. Ends the process with a message if that is impossible. */
export function prepare() {
  if (!isInstalled()) install()
}

/** The Node 24 that is installed as a package for each platform, no matter which Node the machine has. */
export function node24() {
  const binary = node24Binary(import.meta.url) ?? (isRunningOn24() ? process.execPath : null)
  return (
    binary ??
    stop('Node 24 is not installed.', 'Install Node 24, or run `npm install` again without `--omit=optional`.')
  )
}

function isRunningOn24() {
  return Number(process.versions.node.split('.')[0]) >= 24
}

/** Environment with `node` and the tools of the checkout first in the path. */
export function toolEnvironment(extra = {}) {
  const folders = [dirname(node24()), join(modules, '.bin'), process.env.PATH ?? '']
  return { ...process.env, PATH: folders.join(delimiter), ...extra }
}

/**
 * Compares the lock file with npm's record of its last installation. It compares contents, because a checkout of
 * another commit changes dates without changing packages, and vice versa.
 */
export function isInstalled() {
  const wanted = lockedPackages(join(root, 'package-lock.json'))
  const present = lockedPackages(join(modules, '.package-lock.json'))
  if (wanted === null || present === null) return false
  for (const [path, locked] of Object.entries(wanted)) {
    if (path === '' || !path.includes('node_modules')) continue
    const installed = present[path]
    if (installed === undefined) {
      // The lock file lists packages of other platforms, which are rightly not installed.
      if (locked.optional || locked.devOptional || locked.peer) continue
      return false
    }
    if (installed.version !== locked.version || installed.integrity !== locked.integrity) return false
    if (!existsSync(join(root, path))) return false
  }
  return true
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}

function install() {
  process.stderr.write('Installing packages (once, about a minute) …\n')
  const result = runNpm(['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'])
  if (result.status === 0) return
  stop(
    `npm ci failed:\n\n${result.output}`,
    'Check that this machine reaches the npm registry, remove the folder node_modules, and try again.',
  )
}

/** The npm that started this process, or the one in the path. */
export function runNpm(commandLine, folder = root) {
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const result = spawnSync(command, [...first, ...commandLine], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { status: result.status ?? 1, output: `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}` }
}

/** Ends the process and prints the problem and its remedy. */
export function stop(what, whatToDo) {
  process.stderr.write(`\n${what}\n\n${whatToDo}\n`)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) prepare()
