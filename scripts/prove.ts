// `npm run prove crash [ROUNDS] [SEED]`: a promise → its figure. Exits with 1 when the promise was broken.

import { runCrashMachine } from '../packages/cli/src/testing/crash-machine.ts'

const [machine, rounds = '20', seed = String(Math.floor(Math.random() * 1_000_000))] = process.argv.slice(2)
if (machine !== 'crash') {
  console.error('What is to be proven? `npm run prove crash [ROUNDS] [SEED]`')
  process.exit(2)
}

console.log(`crash machine, seed ${seed}`)
const result = await runCrashMachine({ rounds: Number(rounds), seed: Number(seed), told: console.log })
console.log(`${result.rounds} rounds, ${result.acknowledged} acknowledged, ${result.lost.length} lost`)
for (const subject of result.lost) console.log(`  lost: ${subject}`)
process.exitCode = result.lost.length === 0 ? 0 : 1
