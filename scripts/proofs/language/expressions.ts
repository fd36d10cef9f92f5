// Promise: an expression means the same in JavaScript and in PostgreSQL.

import { runAgreementProof } from '../../../packages/server/src/testing/agreement/agreement-proof.ts'
import type { Proof } from '../proof.ts'

export const expressions: Proof = {
  counted: 'TRIPLES',
  usual: 100_000,
  run: async ({ size, seed, told }) => {
    const proof = await runAgreementProof({ triples: size, seed, told })
    const differences = [...proof.differences, ...proof.calendar, ...proof.characters]
    return {
      figures:
        `${proof.triples} triples of ${proof.expressions} expressions over ${proof.worlds} worlds, ` +
        `${differences.length} differences`,
      broken: differences.map((difference) => `differs: ${JSON.stringify(difference)}`),
    }
  },
}
