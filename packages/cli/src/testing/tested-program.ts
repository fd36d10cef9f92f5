// Vitest's global set-up: the program that tests start, as one bundle, and a database that they copy. Proofs and tests that are
// watched start the sources, on databases of their own.

import type { TestProject } from 'vitest/node'
import { testedProgram } from '../../../../scripts/tested-program.ts'
import { PREPARED_DATABASE, prepareDatabase, TESTED_PROGRAM, type Workplace } from './program.ts'

// Each project of the run has its own copy of this module; they meet at the process.
const shared = globalThis as { ninefoldTestedProgram?: Promise<string>; ninefoldPreparedDatabase?: Promise<Workplace> }

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.config.watch) return undefined
  process.env[TESTED_PROGRAM] = await (shared.ninefoldTestedProgram ??= testedProgram())
  const prepared = await (shared.ninefoldPreparedDatabase ??= prepareDatabase())
  process.env[PREPARED_DATABASE] = prepared.folder
  return async () => prepared[Symbol.asyncDispose]()
}
