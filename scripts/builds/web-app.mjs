// packages/web → packages/web/dist, if its sources have changed since the last build. A stamp in dist/ holds a hash of
// all inputs of the build, because dates mean nothing after a checkout.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { node24, root, stop, toolEnvironment } from '../starting/prepare.mjs'

const web = join(root, 'packages', 'web')
const stampFile = join(web, 'dist', '.stamp')

/** Inputs of the build: the web app's sources, the core that it shares with the server, and its packages. */
const ingredients = [
  join(web, 'src'),
  join(web, 'public'),
  join(web, 'index.html'),
  join(web, 'package.json'),
  join(web, 'vite.config.ts'),
  join(web, 'component-styles.ts'),
  join(root, 'packages', 'core', 'src'),
  join(root, 'package-lock.json'),
]

/** Builds the web app unless the present build is up to date. */
export function buildWeb() {
  const stamp = sourceStamp()
  if (existsSync(join(web, 'dist', 'index.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp)
    return
  process.stderr.write('Building the web app …\n')
  const result = spawnSync(
    node24(),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: web,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: toolEnvironment({ NODE_ENV: 'production' }),
    },
  )
  if (result.status !== 0) {
    stop(
      `The web app could not be built:\n\n${result.stdout}${result.stderr}`,
      'Mend what is said above and try again.',
    )
  }
  mkdirSync(join(web, 'dist'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

function sourceStamp() {
  const hash = createHash('sha256')
  for (const file of ingredients.flatMap(filesIn)) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return isIngredient(path) ? [path] : []
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

function isIngredient(file) {
  return !/\.test\.tsx?$/.test(file)
}
