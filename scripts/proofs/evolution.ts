// Promise: no change of a specification loses or alters a value without consent, wherever the migration is
// interrupted, and a backup brings each value back.

import { proveEvolution } from '../../packages/cli/src/testing/evolution/evolution-proof.ts'
import type { Proof } from './proof.ts'

const CUTS_EVERY = 40
const BACKUP_EVERY = 25

export const evolution: Proof = {
  counted: 'EDITS',
  usual: 1000,
  run: async ({ size, seed, told }) => {
    const { edits, cells, cuts, backups, agreed, refused, meanwhile, wrong } = await proveEvolution({
      edits: size,
      seed,
      cutsEvery: CUTS_EVERY,
      backupEvery: BACKUP_EVERY,
      told,
    })
    const said = `${agreed} agreed to, ${refused} refused, ${meanwhile} with writes meanwhile`
    return {
      figures: `${edits} edits (${said}), ${cells} cells, ${cuts} cuts, ${backups} backups, ${wrong.length} wrong`,
      broken: wrong,
    }
  },
}
