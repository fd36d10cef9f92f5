// The checkout → dist/playground, static files for any host: the page, the worker with the engine, the web app, and the
// prepared databases and answers.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { prepareDatabases } from '../../packages/playground/src/build/prepared-databases.ts'
import { TITLED_EXAMPLES } from '../../packages/playground/src/page/example-titles.ts'
import { root } from '../project-files.ts'
import { buildWeb } from './web-app.mjs'

export async function buildPlayground(folder: string): Promise<void> {
  buildWeb()
  await build({
    configFile: join(root, 'packages/playground/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
  })
  copyWeb(folder)
  const [{ id }] = TITLED_EXAMPLES
  const prepared = await prepareDatabases({
    file: `/${id}.md`,
    text: readFileSync(join(root, 'examples', id, 'app.md'), 'utf8'),
    webFolder: join(root, 'packages/web/dist'),
  })
  mkdirSync(join(folder, 'databases'), { recursive: true })
  writeFileSync(join(folder, 'databases', 'empty.tar.gz'), prepared.empty)
  writeFileSync(join(folder, 'databases', `${id}.tar.gz`), prepared.example)
  writeFileSync(join(folder, 'databases', `${id}.json`), JSON.stringify(prepared.answers))
  loadAhead(folder, id)
}

/**
 * The web app's build without compressed copies, because static hosts compress by themselves. Its files lie where its
 * page looks for them.
 */
function copyWeb(folder: string): void {
  const web = join(root, 'packages/web/dist')
  cpSync(join(web, '_ninefold'), join(folder, '_ninefold'), {
    recursive: true,
    filter: (file) => !/\.(?:br|gz)$/.test(file),
  })
  cpSync(join(web, 'index.html'), join(folder, 'application.html'))
}

/**
 * Preloads the first answers and the files of the frame's first view; the frame requests them only once the service
 * worker is active.
 */
function loadAhead(folder: string, example: string): void {
  const application = readFileSync(join(folder, 'application.html'), 'utf8')
  const files = new Set(application.match(/\/_ninefold\/assets\/[^"]+/g))
  const links = [`/databases/${example}.json`, ...files].map((file) => `    <link rel="prefetch" href=".${file}" />\n`)
  const page = join(folder, 'index.html')
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace('  </head>', () => `${links.join('')}  </head>`),
  )
}
