// `npm run prove NAME [SIZE] [SEED]`: a promise → its figure. Exits with 1 if the promise was broken. The same seed
// repeats the same run. `npm run prove NAME FOLDER` replays a case that a proof has saved.

import { clocks } from './proofs/concurrency/clocks.ts'
import { crash } from './proofs/failures/crash.ts'
import { delivery } from './proofs/concurrency/delivery.ts'
import { evolution } from './proofs/evolution.ts'
import { expressions } from './proofs/language/expressions.ts'
import { failover } from './proofs/failures/failover.ts'
import { formRules } from './proofs/language/form-rules.ts'
import { forms } from './proofs/language/forms.ts'
import { fullDisk } from './proofs/failures/full-disk.ts'
import { grammar } from './proofs/language/grammar.ts'
import { lines } from './proofs/language/lines.ts'
import { meaning } from './proofs/language/meaning.ts'
import { meaningFaults } from './proofs/language/meaning-faults.ts'
import { movedTenants } from './proofs/shards/moved-tenants.ts'
import { overload } from './proofs/failures/overload.ts'
import { payments } from './proofs/failures/payments.ts'
import { postgres } from './proofs/postgres.ts'
import { history } from './proofs/concurrency/history.ts'
import { properties } from './proofs/properties.ts'
import { revocation } from './proofs/rights/revocation.ts'
import { shards } from './proofs/shards/shards.ts'
import { tenantLine } from './proofs/rights/tenant-line.ts'
import { texts } from './proofs/language/texts.ts'
import { trouble } from './proofs/failures/trouble.ts'
import { walls } from './proofs/rights/walls.ts'
import { worlds } from './proofs/rights/worlds.ts'
import type { Proof, Proven } from './proofs/proof.ts'

const PROOFS: Readonly<Record<string, Proof>> = {
  clocks,
  crash,
  delivery,
  evolution,
  expressions,
  failover,
  'form-rules': formRules,
  forms,
  'full-disk': fullDisk,
  grammar,
  history,
  lines,
  meaning,
  'meaning-faults': meaningFaults,
  'moved-tenants': movedTenants,
  overload,
  payments,
  postgres,
  properties,
  revocation,
  shards,
  'tenant-line': tenantLine,
  texts,
  trouble,
  walls,
  worlds,
}

const [name = '', size, seed = String(Math.floor(Math.random() * 1_000_000))] = process.argv.slice(2)
const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined
if (proof === undefined) {
  console.error(`Name a proof, one of:\n${Object.entries(PROOFS).map(usage).join('')}`)
  process.exit(2)
}
const folder = size === undefined || /^\d+$/.test(size) ? null : size
console.log(folder === null ? `${name}, seed ${seed}` : name)
const started = performance.now()
const { figures, broken } = await proven(proof).catch(explained)
console.log(`${figures}, ${((performance.now() - started) / 1000).toFixed(1)} s`)
for (const way of broken) console.log(`  ${way}`)
process.exitCode = broken.length === 0 ? 0 : 1

async function proven({ run, again, usual }: Proof): Promise<Proven> {
  if (folder === null)
    return run({ size: Number(size ?? usual), seed: Number(seed), told: (line) => console.log(line) })
  if (again === undefined) throw new Error(`"${name}" saves no cases that could be played again.`)
  return again(folder)
}

/** Node prints of an error during the end of a proof only that there was another one before. */
function explained(thrown: unknown): never {
  if (!(thrown instanceof SuppressedError)) throw thrown
  console.error('At the end of the proof:', thrown.error)
  throw thrown.suppressed
}

function usage([name, { counted, usual, again }]: readonly [string, Proof]): string {
  const fromFolder = again === undefined ? '' : `  npm run prove ${name} FOLDER\n`
  return `  npm run prove ${name} [${counted}, ${usual}] [SEED]\n${fromFolder}`
}
