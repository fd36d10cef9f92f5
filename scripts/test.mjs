// `npm test`: everything, from a fresh clone, without a question. Ends with the line `N passed, N failed`.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, HOW_TO_GET_CHROMIUM } from './chromium.mjs'
import { node24, prepare, root, toolEnvironment } from './prepare.mjs'

prepare()
getChromium()
const result = spawnSync(node24(), [join(root, 'scripts', 'check.ts'), '--everything', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: toolEnvironment({ CI: 'true' }),
})
process.exit(result.status ?? 1)

/** On Debian and as root Chromium is installed; elsewhere that is not ours to do, and the browser tests say so. */
function getChromium() {
  if (findChromium() !== null) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (mayInstall) {
    process.stderr.write('Installing Chromium (once) …\n')
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const commandLine of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ]) {
      const done = spawnSync('apt-get', commandLine, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: environment,
      })
      if (done.status !== 0) process.stderr.write(`apt-get ${commandLine[0]} failed:\n${done.stderr}\n`)
    }
  }
  if (findChromium() === null) process.stderr.write(`${HOW_TO_GET_CHROMIUM} The browser tests will fail.\n`)
}
