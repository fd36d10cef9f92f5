// The checkout → dist/manual, the manual as a static site. `npm run build manual -- --base /manual/ --playground /`
// sets the addresses of the site and of the playground. Only the first build installs VitePress, because nothing else
// needs it.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { sidebarsOf, sitePages } from './manual-pages.ts'
import { node24, runNpm, stop, toolEnvironment } from '../starting/prepare.mjs'
import { root } from '../project-files.ts'

const folder = join(root, 'manual')
const staged = join(folder, 'pages')

export async function buildManual(target: string, words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { base: { type: 'string', default: '/manual/' }, playground: { type: 'string', default: '/' } },
  })
  install()
  const pages = await sitePages(values.playground)
  rmSync(staged, { recursive: true, force: true })
  cpSync(join(folder, 'home.md'), join(staged, 'index.md'))
  cpSync(join(root, 'docs/pictures'), join(staged, 'docs/pictures'), { recursive: true })
  for (const picture of ['queue.webp', 'queue-dark.webp'])
    cpSync(join(root, 'docs/pictures', picture), join(staged, 'public', picture))
  cpSync(join(root, 'packages/web/public/_ninefold/icon.svg'), join(staged, 'public/icon.svg'))
  for (const { path, text } of pages) {
    mkdirSync(dirname(join(staged, path)), { recursive: true })
    writeFileSync(join(staged, path), text)
  }
  const site = { base: values.base, playground: values.playground, sidebars: sidebarsOf(pages) }
  writeFileSync(join(staged, 'site.json'), JSON.stringify(site))
  const vitepress = join(folder, 'node_modules/vitepress/bin/vitepress.js')
  run(node24(), [vitepress, 'build', folder, '--outDir', target], 'The manual could not be built.')
}

function install(): void {
  if (existsSync(join(folder, 'node_modules/vitepress/package.json'))) return
  process.stderr.write('Installing the generator of the manual (once) …\n')
  const result = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder)
  if (result.status !== 0)
    stop(`npm ci failed in manual/:\n\n${result.output}`, 'Check that this machine reaches the npm registry.')
}

function run(command: string, words: readonly string[], failure: string): void {
  const result = spawnSync(command, words, { cwd: folder, stdio: 'inherit', env: toolEnvironment() })
  if (result.status !== 0) throw new Error(failure)
}
