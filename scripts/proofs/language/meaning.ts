// Promise: generated specifications behave on the engine as in the reference interpreter.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type MeaningDifference,
  replayed,
  runMeaningMachine,
  type SavedPlay,
} from '../../../packages/cli/src/testing/meaning/meaning-machine.ts'
import { startedPostgres } from '../../../packages/cli/src/testing/failures/own-postgres.ts'
import type { Proof } from '../proof.ts'

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
  again: async (folder) => {
    await using postgres = await startedPostgres()
    const difference = await replayed(saved(folder), () => postgres.database())
    return {
      figures: `the play in ${folder}, ${difference === null ? 'no' : 'a'} difference`,
      broken: difference === null ? [] : [difference.what],
    }
  },
}

const TEXT = 'app.md'
const PLAY = 'play.json'

/** The smallest text and requests that show the difference, as files for `again`. */
function written({ text, beginsMs, requests, what }: MeaningDifference): string {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-meaning-'))
  writeFileSync(join(folder, TEXT), text)
  writeFileSync(join(folder, PLAY), JSON.stringify({ beginsMs, requests }, null, 2))
  return `${what}\n    ${folder}`
}

function saved(folder: string): SavedPlay {
  const play = JSON.parse(readFileSync(join(folder, PLAY), 'utf8')) as Omit<SavedPlay, 'text'>
  return { text: readFileSync(join(folder, TEXT), 'utf8'), beginsMs: play.beginsMs, requests: play.requests }
}
