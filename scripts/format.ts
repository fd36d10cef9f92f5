// `npm run format`: formats every source file. Arguments are single files or folders.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './project-files.ts'

const asked = process.argv.slice(2)
const paths = asked.length > 0 ? asked : ['scripts', 'bench', 'packages']
const result = spawnSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), ...paths], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(result.status ?? 1)
