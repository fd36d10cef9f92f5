// The program of the checkout → one bundle below a folder, as it is published. Code of the workspaces is inside the
// bundle; npm packages stay outside.

import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './project-files.ts'

export async function bundleProgram(target: string): Promise<void> {
  const bundle = await rolldown({
    input: join(root, 'packages/cli/src/main.ts'),
    platform: 'node',
    external: (specifier) =>
      !specifier.startsWith('.') && !specifier.startsWith('/') && !specifier.startsWith('@ninefold/'),
  })
  await bundle.write({
    dir: join(target, 'cli'),
    format: 'esm',
    entryFileNames: 'main.mjs',
    chunkFileNames: '[name].mjs',
    sourcemap: true,
  })
  await bundle.close()
}
