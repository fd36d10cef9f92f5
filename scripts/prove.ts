// `npm run prove crash [ROUNDS] [SEED]`, `npm run prove expressions [TRIPLES] [SEED]`: a promise → its figure.
// Exits with 1 when the promise was broken.

import { runCrashMachine } from '../packages/cli/src/testing/crash-machine.ts'
import { runAgreementProof } from '../packages/server/src/testing/agreement-proof.ts'

const [promise, size, seed = String(Math.floor(Math.random() * 1_000_000))] = process.argv.slice(2)
switch (promise) {
  case 'crash':
    await proveCrash(Number(size ?? 20))
    break
  case 'expressions':
    await proveExpressions(Number(size ?? 100_000))
    break
  default:
    console.error('What is to be proven? `npm run prove crash [ROUNDS] [SEED]` or `expressions [TRIPLES] [SEED]`')
    process.exit(2)
}

async function proveCrash(rounds: number): Promise<void> {
  console.log(`crash machine, seed ${seed}`)
  const result = await runCrashMachine({ rounds, seed: Number(seed), told: console.log })
  const { acknowledged, lost, mistold } = result
  console.log(`${result.rounds} rounds, ${acknowledged} acknowledged, ${lost.length} lost, ${mistold.length} mistold`)
  for (const subject of lost) console.log(`  lost: ${subject}`)
  for (const words of mistold) console.log(`  ${words}`)
  process.exitCode = lost.length + mistold.length === 0 ? 0 : 1
}

async function proveExpressions(triples: number): Promise<void> {
  console.log(`expressions in JavaScript and in PostgreSQL, seed ${seed}`)
  const started = performance.now()
  const proof = await runAgreementProof({ triples, seed: Number(seed), told: console.log })
  const differences = [...proof.differences, ...proof.calendar, ...proof.characters]
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${proof.triples} triples of ${proof.expressions} expressions over ${proof.worlds} worlds, ` +
      `${differences.length} differences, ${seconds} s`,
  )
  for (const difference of differences) console.log(`  differs: ${JSON.stringify(difference)}`)
  process.exitCode = differences.length === 0 ? 0 : 1
}
