// Vitest's global set-up: bundles the program under test, and prepares a database to copy. Proofs and watched tests
// start the sources, on new databases.

import type { TestProject } from 'vitest/node'
import { testedProgram } from '../../../../scripts/builds/tested-program.ts'
import { PREPARED_DATABASE, prepareDatabase, TESTED_PROGRAM, type Workplace } from './program.ts'

// Each project of the run has its own copy of this module; they share the state of the process.
const shared = globalThis as { ninefoldTestedProgram?: Promise<string>; ninefoldPreparedDatabase?: Promise<Workplace> }

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.config.watch) return undefined
  process.env[TESTED_PROGRAM] = await (shared.ninefoldTestedProgram ??= testedProgram())
  const prepared = await (shared.ninefoldPreparedDatabase ??= prepareDatabase())
  process.env[PREPARED_DATABASE] = prepared.folder
  return async () => prepared[Symbol.asyncDispose]()
}
