// Before each file of tests: properties without a seed of their own take this one, so that `npm test` goes the same way every
// time. `npm run prove properties` looks with others.

import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

const { testPath } = expect.getState()
// Most files have no properties, and loading fast-check for nothing would cost each of them a tenth of a second.
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes("from 'fast-check'")) {
  const { configureGlobal, readConfigureGlobal } = await import('fast-check')
  configureGlobal({ ...readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 1) })
}
