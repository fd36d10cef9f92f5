// `node scripts/run.mjs NAME …` → runs scripts/NAME.ts under Node 24, after installing missing packages. npm scripts
// use it, so that each of them works on a fresh clone and with Node 20.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { node24, prepare, root, toolEnvironment } from './starting/prepare.mjs'

prepare()
const [name, ...rest] = process.argv.slice(2)
const folder = name === 'bench' ? 'bench' : 'scripts'
const result = spawnSync(node24(), [join(root, folder, `${name}.ts`), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: toolEnvironment(),
})
process.exit(result.status ?? 1)
