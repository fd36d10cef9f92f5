// A checkout → a checkout that can run: packages installed, Node 24 in place.
// Runs before anything is installed, so it is plain JavaScript for Node 20 and uses nothing but Node.
// Quiet when there is nothing to do; when something fails, it says what to do.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')

/** Installs what is missing. Ends the process with a sentence when that cannot be done. */
export function prepare() {
  if (!isInstalled()) install()
  finishNode()
}

/** The Node 24 that comes as a package, whatever the machine's own Node is. */
export function node24() {
  return join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Environment in which `node` and the tools of the checkout come first. */
export function toolEnvironment(extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':'
  return { ...process.env, PATH: join(modules, '.bin') + separator + (process.env.PATH ?? ''), ...extra }
}

/**
 * Compares the lock file with what npm wrote about its last installation. Contents, not dates: a
 * checkout of another commit changes dates without changing packages, and the other way round.
 */
export function isInstalled() {
  const wanted = lockedPackages(join(root, 'package-lock.json'))
  const present = lockedPackages(join(modules, '.package-lock.json'))
  if (wanted === null || present === null) return false
  for (const [path, locked] of Object.entries(wanted)) {
    if (path === '' || !path.includes('node_modules')) continue
    const installed = present[path]
    if (installed === undefined) {
      // Packages for other platforms are in the lock file and, rightly, nowhere else.
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

/** npm itself as it was called, or the one on the path. */
function runNpm(commandLine) {
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const result = spawnSync(command, [...first, ...commandLine], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { status: result.status ?? 1, output: `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}` }
}

/**
 * The package `node` fetches the binary for this platform in an install script. Newer npm versions run such scripts
 * only when package.json allows them (it does), and some machines forbid them altogether. So what did not run is run here.
 */
function finishNode() {
  const node = node24()
  if (!existsSync(node) || statSync(node).size < 1_000_000) {
    process.stderr.write('Fetching Node 24 …\n')
    runScript(join(modules, 'node'), 'installArchSpecificPackage.js')
  }
  if (!existsSync(node)) stop('Node 24 could not be installed.', 'Run `npm rebuild node` and try again.')
  const link = join(modules, '.bin', 'node')
  if (process.platform !== 'win32' && !existsSync(link)) symlinkSync(join('..', 'node', 'bin', 'node'), link)
}

function runScript(folder, script) {
  const result = spawnSync(process.execPath, [script], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (result.status !== 0) {
    stop(
      `The install script of ${folder} failed:\n\n${result.stdout}${result.stderr}`,
      'Remove node_modules and try again.',
    )
  }
}

/** Ends the process: what happened, then what to do. */
export function stop(what, whatToDo) {
  process.stderr.write(`\n${what}\n\n${whatToDo}\n`)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) prepare()
