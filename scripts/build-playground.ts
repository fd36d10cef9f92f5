// The checkout → dist/playground, static files that any host serves: the page, the worker with the engine, the web app, and the
// databases that it begins with.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { prepareDatabases } from '../packages/playground/src/build/prepared-databases.ts'
import { root } from './project-files.ts'
import { buildWeb } from './web.mjs'

const FIRST_EXAMPLE = 'helpdesk'

export async function buildPlayground(folder: string): Promise<void> {
  buildWeb()
  await build({
    configFile: join(root, 'packages/playground/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
  })
  copyWeb(folder)
  const prepared = await prepareDatabases(readFileSync(join(root, 'examples', FIRST_EXAMPLE, 'app.md'), 'utf8'))
  mkdirSync(join(folder, 'databases'), { recursive: true })
  writeFileSync(join(folder, 'databases', 'empty.tar.gz'), prepared.empty)
  writeFileSync(join(folder, 'databases', `${FIRST_EXAMPLE}.tar.gz`), prepared.example)
}

/** As it is built for everybody; a static host compresses by itself. */
function copyWeb(folder: string): void {
  cpSync(join(root, 'packages/web/dist'), join(folder, 'web'), {
    recursive: true,
    filter: (file) => !/\.(?:br|gz|stamp)$/.test(file),
  })
}
