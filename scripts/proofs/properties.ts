// Promise: tests with generated cases hold for other cases too; each seed gives other cases.

import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Proof } from './proof.ts'

const VITEST = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

export const properties: Proof = {
  counted: 'SEEDS',
  usual: 10,
  run: ({ size, seed, told }) => {
    const files = globSync('packages/*/src/**/*.test.{ts,tsx}').filter(hasProperties)
    const broken: string[] = []
    for (let own = seed; own < seed + size; own++) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [VITEST, 'run', ...files], {
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1', PROPERTY_SEED: String(own) },
        maxBuffer: 1 << 28,
      })
      if (status === 0) continue
      told(stdout + stderr)
      broken.push(`PROPERTY_SEED=${own}`)
    }
    return Promise.resolve({
      figures: `${files.length} files of properties, ${size} seeds, ${broken.length} of them failed`,
      broken,
    })
  },
}

function hasProperties(path: string): boolean {
  return readFileSync(path, 'utf8').includes("from 'fast-check'")
}
