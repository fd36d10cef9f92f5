// The checkout → dist/, which is all that is published: the program in one bundle, the web app, the manual, the
// launcher.
// Code of the workspaces is inside the bundle; npm packages stay outside and are the root's dependencies.

import { chmodSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleProgram } from './bundle-program.ts'
import { root } from './project-files.ts'
import { buildWeb } from './web.mjs'

const target = join(root, 'dist')

buildWeb()
rmSync(target, { recursive: true, force: true })
await bundleProgram(target)
copyWeb()
copyManual()
copyLauncher()

/** The server finds the web app beside the bundle's folder. */
function copyWeb(): void {
  cpSync(join(root, 'packages/web/dist'), join(target, 'web'), { recursive: true })
  rmSync(join(target, 'web', '.stamp'), { force: true })
}

/** `ninefold explain` and `ninefold guide` print its pages. */
function copyManual(): void {
  cpSync(join(root, 'reference'), join(target, 'reference'), { recursive: true })
}

function copyLauncher(): void {
  mkdirSync(join(target, 'bin'), { recursive: true })
  const launcher = join(target, 'bin', 'ninefold.mjs')
  cpSync(join(root, 'packages/cli/bin/ninefold.mjs'), launcher)
  chmodSync(launcher, 0o755)
  if (!existsSync(join(target, 'cli', 'main.mjs'))) throw new Error('The bundle was not written.')
}
