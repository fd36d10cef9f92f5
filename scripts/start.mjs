// `npm start`: a fresh clone → the help desk of examples/ running in the browser.
// Arguments after `--` go to `ninefold dev`: `npm start -- --port 4000`.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node24, prepare, root, toolEnvironment } from './prepare.mjs'
import { buildWeb } from './web.mjs'

prepare()
buildWeb()

const launcher = join(root, 'packages', 'cli', 'bin', 'ninefold.mjs')
const child = spawn(node24(), [launcher, 'dev', 'examples/helpdesk/app.md', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: toolEnvironment(),
})

// A terminal sends Ctrl-C to every process of the group itself; sending it on would make it two.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
process.on('SIGTERM', () => child.kill('SIGTERM'))
process.on('SIGHUP', () => child.kill('SIGHUP'))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
