// German labels that the product supplies where a specification states none (words.ts). Nouns of the specification stay
// as they are.

import { GERMAN_REASONS } from '@ninefold/core/contract/words/reasons-german.ts'
import { filledReason, reasonOfObstructed } from '@ninefold/core/contract/words/reasons.ts'
import type { Obstructed } from '@ninefold/core/contract/wire/app.ts'
import type { MadeLabel } from '@ninefold/core/model/screens.ts'

const DONE: Readonly<Record<MadeLabel['word'], string>> = {
  list: 'auflisten',
  get: 'anzeigen',
  create: 'hinzufügen',
  change: 'ändern',
  delete: 'löschen',
  new: 'anlegen',
  open: 'öffnen',
}

export const germanSuppliedWords = {
  label: ({ word, of }: MadeLabel) => sentence(of === null ? DONE[word] : `${of} ${DONE[word]}`),
  builtIn: {
    id: 'Kennung',
    createdAt: 'Angelegt am',
    updatedAt: 'Geändert am',
    createdBy: 'Angelegt von',
    version: 'Fassung',
  },
  reason: (obstructed: Obstructed) => filledReason(GERMAN_REASONS, reasonOfObstructed(obstructed)),
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
