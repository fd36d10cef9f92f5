// Made-up specifications mean on the engine what they mean to the reference interpreter.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MeaningDifference, runMeaningMachine } from '../../packages/cli/src/testing/meaning/meaning-machine.ts'
import { startedPostgres } from '../../packages/cli/src/testing/failures/own-postgres.ts'
import type { Proof } from './proof.ts'

const REQUESTS_PER_SPECIFICATION = 30

export const meaning: Proof = {
  counted: 'SPECIFICATIONS',
  usual: 100,
  run: async ({ size, seed, told }) => {
    await using postgres = await startedPostgres()
    const found = await runMeaningMachine({
      specifications: size,
      requestsPerSpecification: REQUESTS_PER_SPECIFICATION,
      seed,
      newDatabase: () => postgres.database(),
      told,
    })
    return {
      figures:
        `${found.specifications} specifications, ${found.requests} requests, ${found.results} of them done, ` +
        `${found.differences.length} differences`,
      broken: found.differences.map(written),
    }
  },
}

/** The smallest text and requests that show the difference, as files. */
function written({ text, requests, what }: MeaningDifference): string {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-meaning-'))
  writeFileSync(join(folder, 'app.md'), text)
  writeFileSync(join(folder, 'requests.json'), JSON.stringify(requests, null, 2))
  return `${what}\n    ${folder}`
}
