// Sentences about alternatives to a refused call, in the languages of refusals.

import type { Obstructed } from '@ninefold/core/contract/wire/app.ts'
import { reasonOfObstructed } from '@ninefold/core/contract/words/reasons.ts'
import { reasonIn } from '@ninefold/core/contract/words/refusal-language.ts'
import type { SuppliedLanguage } from '@ninefold/core/contract/words/supplied-languages.ts'

interface InsteadWords {
  readonly signIn: string
  readonly useKey: (page: string) => string
  readonly later: (seconds: number) => string
  readonly known: (names: string) => string
  readonly readAgain: string
  readonly list: (tool: string) => string
  readonly possible: (tool: string) => string
  readonly impossible: (tool: string, obstructed: Obstructed) => string
}

const ENGLISH: InsteadWords = {
  signIn: 'Connect for a user who is signed in.',
  useKey: (page) => `Connect with an API key of a user: "Authorization: Bearer nf_…". Users make them at ${page}.`,
  later: (seconds) => `Try again in ${seconds} seconds.`,
  known: (names) => `The arguments are ${names}.`,
  readAgain: 'Read the record again, and send its version in quotes as "If-Match".',
  list: (tool) => `Call ${tool} for the records that you may see.`,
  possible: (tool) => `${tool} is possible now.`,
  impossible: (tool, { reason }) => `${tool} is not possible now: ${reason}`,
}

const GERMAN: InsteadWords = {
  signIn: 'Verbinden Sie sich für jemanden, der angemeldet ist.',
  useKey: (page) =>
    `Verbinden Sie sich mit einem API-Schlüssel: "Authorization: Bearer nf_…". Schlüssel erstellt man unter ${page}.`,
  later: (seconds) => `Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  known: (names) => `Die Argumente sind ${names}.`,
  readAgain: 'Lesen Sie den Datensatz noch einmal, und senden Sie seine Version in Anführungszeichen als "If-Match".',
  list: (tool) => `${tool} nennt die Datensätze, die Sie sehen dürfen.`,
  possible: (tool) => `${tool} ist jetzt möglich.`,
  impossible: (tool, obstructed) =>
    `${tool} ist jetzt nicht möglich: ${reasonIn(reasonOfObstructed(obstructed), 'de')}`,
}

export function alternativesWords(language: SuppliedLanguage): InsteadWords {
  return language === 'de' ? GERMAN : ENGLISH
}
