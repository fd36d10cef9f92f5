// Promise: hidden data makes no difference to a person's answers. A way of learning about it that no specification
// exercises proves nothing, and fails.

import { notTravelled, PATHS, type Travelled } from '../../../packages/cli/src/testing/worlds/world-paths.ts'
import { runWorldsMachine, type WorldsResult, sumOf } from '../../../packages/cli/src/testing/worlds/worlds-machine.ts'
import type { Proof } from '../proof.ts'
import { specificationsOfAddresses, specificationsWithSecrets } from '../specifications.ts'

const REQUESTS_PER_WORLD = 500
/** Every third world contains writes. */
const WORLDS_MIN = 3
const WORLDS_AT_ONCE = 2

export const worlds: Proof = {
  counted: 'PAIRS',
  usual: 10_000,
  run: async ({ size, seed, told }) => {
    const texts = [...specificationsWithSecrets(), ...specificationsOfAddresses()]
    const each = Math.ceil(size / texts.length)
    const count = Math.max(WORLDS_MIN, Math.ceil(each / REQUESTS_PER_WORLD))
    const results: WorldsResult[] = []
    for (const { name, text, model } of texts) {
      const result = await runWorldsMachine({
        model,
        text,
        worlds: count,
        requestsPerWorld: Math.ceil(each / count),
        seed,
        worldsAtOnce: WORLDS_AT_ONCE,
      })
      results.push({ ...result, differences: result.differences.map((difference) => `${name}: ${difference}`) })
      told(`${name}: ${figuresOf(result)}\n  ${waysOf(result.travelled)}`)
    }
    const all = results.reduce(sumOf)
    told(`All: ${waysOf(all.travelled)}`)
    const ways = notTravelled(all.travelled).map((path) => `Nobody has gone this way with a result: ${path}`)
    return { figures: `${texts.length} specifications: ${figuresOf(all)}`, broken: [...all.differences, ...ways] }
  },
}

function figuresOf({ pairs, results, hiddenChanges, streams, revealed, differences }: WorldsResult): string {
  return (
    `${pairs} pairs (${results} with a result, ${streams} kept up to date), ${hiddenChanges} hidden changes, ` +
    `${revealed} worlds ended by a write that showed them, ${differences.length} different`
  )
}

function waysOf(travelled: Travelled): string {
  return PATHS.map((path) => `${path} ${travelled[path] ?? 0}`).join(', ')
}
