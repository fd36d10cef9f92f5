// What somebody may not see makes no difference to what they are answered.

import { runWorldsMachine, type WorldsResult, sumOf } from '../../packages/cli/src/testing/worlds-machine.ts'
import type { Proof } from './proof.ts'
import { specifications } from './specifications.ts'

const REQUESTS_PER_WORLD = 500
const WORLDS_AT_ONCE = 2

export const worlds: Proof = {
  counted: 'PAIRS',
  usual: 10_000,
  run: async ({ size, seed, told }) => {
    const texts = specifications()
    const results: WorldsResult[] = []
    for (const { name, text, model } of texts) {
      const result = await runWorldsMachine({
        model,
        text,
        worlds: Math.ceil(size / texts.length / REQUESTS_PER_WORLD),
        requestsPerWorld: REQUESTS_PER_WORLD,
        seed,
        worldsAtOnce: WORLDS_AT_ONCE,
      })
      results.push({ ...result, differences: result.differences.map((each) => `${name}: ${each}`) })
      told(`${name}: ${figuresOf(result)}`)
    }
    const all = results.reduce(sumOf)
    return { figures: `${texts.length} specifications: ${figuresOf(all)}`, broken: all.differences }
  },
}

function figuresOf({ pairs, results, hiddenChanges, streams, revealed, differences }: WorldsResult): string {
  return (
    `${pairs} pairs (${results} with a result, ${streams} kept up to date), ${hiddenChanges} hidden changes, ` +
    `${revealed} worlds ended by a write that showed them, ${differences.length} different`
  )
}
