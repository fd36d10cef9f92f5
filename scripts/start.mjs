// `npm start`: runs the help desk of examples/ in the browser, from a fresh clone. `npm start -- booking` runs another
// example; options go to `ninefold dev`: `npm start -- booking --port 4000`.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { chooseExample } from './starting/choose-example.mjs'
import { node24, prepare, root, toolEnvironment } from './starting/prepare.mjs'
import { buildWeb } from './builds/web-app.mjs'

// npm runs scripts in the folder of package.json, and passes the folder in which it was called.
const chosen = chooseExample(root, process.argv.slice(2), process.env.INIT_CWD ?? process.cwd())
if ('refusal' in chosen) {
  console.error(chosen.refusal)
  process.exit(2)
}
prepare()
buildWeb()

const launcher = join(root, 'packages', 'cli', 'bin', 'ninefold.mjs')
const child = spawn(node24(), [launcher, 'dev', chosen.file, ...chosen.options], {
  cwd: root,
  stdio: 'inherit',
  env: toolEnvironment(),
})

// A terminal itself sends Ctrl-C to every process of the group, so forwarding it would send it twice.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
process.on('SIGTERM', () => child.kill('SIGTERM'))
process.on('SIGHUP', () => child.kill('SIGHUP'))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
