// Promise: no change of a specification loses or alters a value without consent, wherever the migration is interrupted.

import { proveEvolution } from '../../packages/cli/src/testing/evolution/evolution-proof.ts'
import type { Proof } from './proof.ts'

const CUTS_EVERY = 40

export const evolution: Proof = {
  counted: 'EDITS',
  usual: 1000,
  run: async ({ size, seed, told }) => {
    const { edits, cells, cuts, agreed, refused, meanwhile, wrong } = await proveEvolution({
      edits: size,
      seed,
      cutsEvery: CUTS_EVERY,
      told,
    })
    const said = `${agreed} agreed to, ${refused} refused, ${meanwhile} with writes meanwhile`
    return { figures: `${edits} edits (${said}), ${cells} cells, ${cuts} cuts, ${wrong.length} wrong`, broken: wrong }
  },
}
