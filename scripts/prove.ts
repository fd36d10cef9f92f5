// `npm run prove NAME [SIZE] [SEED]`: a promise → its figure. Exits with 1 when the promise was broken; the same
// seed goes the same way again.

import { clocks } from './proofs/clocks.ts'
import { crash } from './proofs/crash.ts'
import { delivery } from './proofs/delivery.ts'
import { evolution } from './proofs/evolution.ts'
import { expressions } from './proofs/expressions.ts'
import { grammar } from './proofs/grammar.ts'
import { lines } from './proofs/lines.ts'
import { meaning } from './proofs/meaning.ts'
import { overload } from './proofs/overload.ts'
import { postgres } from './proofs/postgres.ts'
import { history } from './proofs/history.ts'
import { revocation } from './proofs/revocation.ts'
import { texts } from './proofs/texts.ts'
import { trouble } from './proofs/trouble.ts'
import { walls } from './proofs/walls.ts'
import { worlds } from './proofs/worlds.ts'
import type { Proof } from './proofs/proof.ts'

const PROOFS: Readonly<Record<string, Proof>> = {
  clocks,
  crash,
  delivery,
  evolution,
  expressions,
  grammar,
  history,
  lines,
  meaning,
  overload,
  postgres,
  revocation,
  texts,
  trouble,
  walls,
  worlds,
}

const [name = '', size, seed = String(Math.floor(Math.random() * 1_000_000))] = process.argv.slice(2)
const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined
if (proof === undefined) {
  console.error(`What is to be proven? One of:\n${Object.entries(PROOFS).map(usage).join('')}`)
  process.exit(2)
}
console.log(`${name}, seed ${seed}`)
const started = performance.now()
const { figures, broken } = await proof.run({
  size: Number(size ?? proof.usual),
  seed: Number(seed),
  told: (line) => console.log(line),
})
console.log(`${figures}, ${((performance.now() - started) / 1000).toFixed(1)} s`)
for (const way of broken) console.log(`  ${way}`)
process.exitCode = broken.length === 0 ? 0 : 1

function usage([name, { counted, usual }]: readonly [string, Proof]): string {
  return `  npm run prove ${name} [${counted}, ${usual}] [SEED]\n`
}
