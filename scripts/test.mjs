// `npm test`: runs everything, from a fresh clone, without a question. The last line is `N passed, N failed`.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, HOW_TO_GET_CHROMIUM } from './test-run/chromium.mjs'
import { node24, prepare, root, toolEnvironment } from './starting/prepare.mjs'

prepare()
getChromium()
const result = spawnSync(node24(), [join(root, 'scripts', 'check.ts'), '--everything', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: toolEnvironment({ CI: 'true' }),
})
process.exit(result.status ?? 1)

/** Installs Chromium on Debian as root. Elsewhere installing it is up to the user, and the browser tests say so. */
function getChromium() {
  if (findChromium() === null && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    process.stderr.write('Installing Chromium (once) …\n')
    aptGet('update', '-qq')
    // Not every Debian derivative has a package of the shell.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (findChromium() === null) aptGet('install', '-y', '-qq', '--no-install-recommends', name)
    }
  }
  if (findChromium() === null) process.stderr.write(`${HOW_TO_GET_CHROMIUM} The browser tests will fail.\n`)
}

/** @param {...string} words */
function aptGet(...words) {
  const done = spawnSync('apt-get', words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (done.status !== 0) process.stderr.write(`apt-get ${words[0]} failed:\n${done.stderr}\n`)
}
