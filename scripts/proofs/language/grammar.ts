// Promise: every input gets a result or an error code that the OpenAPI document declares, and an error alters nothing.

import { type GrammarFault, runGrammarMachine } from '../../../packages/cli/src/testing/requests/grammar-machine.ts'
import type { Proof } from '../proof.ts'
import { specifications } from '../specifications.ts'

const REQUESTS_PER_WORLD = 2_000
const WORLDS_AT_ONCE = 2

export const grammar: Proof = {
  counted: 'REQUESTS',
  usual: 100_000,
  run: async ({ size, seed, told }) => {
    const texts = specifications()
    const worlds = Math.ceil(size / texts.length / REQUESTS_PER_WORLD)
    const faults: string[] = []
    let requests = 0
    for (const { name, text, model } of texts) {
      const result = await runGrammarMachine({
        model,
        text,
        worlds,
        requestsPerWorld: REQUESTS_PER_WORLD,
        seed,
        worldsAtOnce: WORLDS_AT_ONCE,
      })
      requests += result.requests
      faults.push(...result.faults.map((fault) => `${name}: ${shown(fault)}`))
      told(
        `${name}: ${result.requests} requests, ${result.faults.length} faults, ` +
          `${result.reached.size} of ${result.operations} operations gave a result`,
      )
    }
    return {
      figures: `${requests} requests to ${texts.length} specifications, ${faults.length} without the answer they should have`,
      broken: faults,
    }
  },
}

function shown({ seed, person, request, status, what }: GrammarFault): string {
  const body = request.body === null ? '' : ` ${request.body.slice(0, 300)}`
  return `world ${seed}, ${person}: ${request.method} ${request.path.slice(0, 300)}${body} → ${status} ${what}`
}
