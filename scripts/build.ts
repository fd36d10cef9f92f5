// The checkout → dist/, the published package: the program in one bundle, the licences of its parts, the web app, the
// manual and the launcher. `npm run build playground`, `manual` or `extension` builds the playground, the manual as a
// site, or the extension for Visual Studio Code instead.

import { chmodSync, cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fontFile } from '../packages/server/src/documents/fonts.ts'
import { bundleProgram } from './builds/program-bundle.ts'
import { root } from './project-files.ts'
import { ROBOTO, thirdPartyLicences } from './builds/third-party-licences.ts'
import { buildWeb } from './builds/web-app.mjs'

const target = join(root, 'dist')

const [part, ...options] = process.argv.slice(2)
if (part === 'playground') {
  const { buildPlayground } = await import('./builds/playground.ts')
  await buildPlayground(join(target, 'playground'))
} else if (part === 'manual') {
  const { buildManual } = await import('./builds/manual.ts')
  await buildManual(join(target, 'manual'), options)
} else if (part === 'extension') {
  const { buildExtension } = await import('./builds/editor-extension.ts')
  await buildExtension(join(target, 'ninefold.vsix'))
} else await buildPackage()

async function buildPackage(): Promise<void> {
  buildWeb()
  rmSync(target, { recursive: true, force: true })
  const { installed } = await bundleProgram(target)
  writeFileSync(join(target, 'third-party-licences.md'), thirdPartyLicences(installed, [ROBOTO]))
  copyWeb()
  copyManual()
  copyStarters()
  copyFonts()
  copyLauncher()
}

/** The server expects the web app beside the bundle's folder. */
function copyWeb(): void {
  cpSync(join(root, 'packages/web/dist'), join(target, 'web'), { recursive: true })
  rmSync(join(target, 'web', '.stamp'), { force: true })
}

/** `ninefold explain` and `ninefold guide` print its pages. */
function copyManual(): void {
  cpSync(join(root, 'reference'), join(target, 'reference'), { recursive: true })
}

/** `ninefold new --like` copies them. Databases of examples that were served here are left out. */
function copyStarters(): void {
  const filter = (path: string): boolean => basename(path) !== '.ninefold'
  cpSync(join(root, 'examples'), join(target, 'examples'), { recursive: true, filter })
}

/** Fonts of documents; the renderer expects them beside itself. */
function copyFonts(): void {
  for (const weight of ['Regular', 'Medium'] as const)
    cpSync(fontFile(weight), join(target, 'cli', 'fonts', `Roboto-${weight}.ttf`))
}

function copyLauncher(): void {
  cpSync(join(root, 'packages/cli/bin'), join(target, 'bin'), { recursive: true })
  chmodSync(join(target, 'bin', 'ninefold.mjs'), 0o755)
  if (!existsSync(join(target, 'cli', 'main.mjs'))) throw new Error('The bundle was not written.')
}
