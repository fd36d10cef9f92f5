// Vitest's global set-up: the program that tests start, as one bundle. Proofs and tests that are watched start the sources.

import type { TestProject } from 'vitest/node'
import { testedProgram } from '../../../../scripts/tested-program.ts'
import { TESTED_PROGRAM } from './program.ts'

// Each project of the run has its own copy of this module; they meet at the process.
const shared = globalThis as { ninefoldTestedProgram?: Promise<string> }

export default async function setup(project: TestProject): Promise<void> {
  if (project.vitest.config.watch) return
  process.env[TESTED_PROGRAM] = await (shared.ninefoldTestedProgram ??= testedProgram())
}
