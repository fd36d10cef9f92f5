// Every input gets an answer: a result or a code, as the OpenAPI document declares it, and nothing is altered.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../packages/core/src/compile.ts'
import { type GrammarFault, runGrammarMachine } from '../../packages/cli/src/testing/grammar-machine.ts'
import type { Proof } from './proof.ts'

const ROOT = join(import.meta.dirname, '..', '..')
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
    for (const { name, text } of texts) {
      const { model } = compile(text)
      if (model === null) throw new Error(`${name} has errors.`)
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

/** The examples, and what the server's tests are written in, as far as it stands for itself. */
function specifications(): { readonly name: string; readonly text: string }[] {
  const examples = join(ROOT, 'examples')
  const forms = join(ROOT, 'packages', 'server', 'src', 'testing')
  const files = [
    ...readdirSync(examples).map((name) => ({ name, file: join(examples, name, 'app.md') })),
    ...['every-form', 'several-records', 'clockwork'].map((name) => ({ name, file: join(forms, `${name}.md`) })),
  ]
  return files.map(({ name, file }) => ({ name, text: readFileSync(file, 'utf8') }))
}

function shown({ seed, person, request, status, what }: GrammarFault): string {
  const body = request.body === null ? '' : ` ${request.body.slice(0, 300)}`
  return `world ${seed}, ${person}: ${request.method} ${request.path.slice(0, 300)}${body} → ${status} ${what}`
}
