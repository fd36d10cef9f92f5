// For each planted fault of the reference interpreter, finds a small specification that shows it; the result is its
// seed for `faults/seeds.ts`. The generator makes other specifications from the same seeds after each change of it.

import { seedsOfFaults } from '../../../packages/cli/src/testing/meaning/fault-seeds.ts'
import { MEANING_FAULTS } from '../../../packages/cli/src/testing/meaning/meaning-faults.ts'
import type { Proof } from '../proof.ts'

export const meaningFaults: Proof = {
  counted: 'SPECIFICATIONS',
  usual: 1000,
  run: ({ size, seed, told }) => {
    const seeds = seedsOfFaults(MEANING_FAULTS, { from: seed, count: size, told })
    const names = Object.keys(MEANING_FAULTS)
    return Promise.resolve({
      figures: `${names.length} faults, ${Object.keys(seeds).length} of them shown by a specification`,
      broken: names.filter((name) => seeds[name] === undefined),
    })
  },
}
