// A running application → the answers to all requests of its first page, in each of its languages. A browser draws that
// page from them while PostgreSQL is still starting.

import { FIRST_REQUESTS, type FirstAnswer, type FirstAnswers } from '../protocol.ts'

/** Headers of a single answer or connection. */
const OF_ONE = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
])

/** `languages`: tags; the first is the specification's language. */
export async function firstAnswers(origin: string, languages: readonly string[]): Promise<FirstAnswers> {
  const ofLanguages = await Promise.all(
    languages.map(async (language) => {
      const answers = await Promise.all(FIRST_REQUESTS.map((url) => firstAnswer(origin, url, language)))
      return [language, Object.fromEntries(answers)] as const
    }),
  )
  return Object.fromEntries(ofLanguages)
}

async function firstAnswer(origin: string, url: string, language: string): Promise<readonly [string, FirstAnswer]> {
  const answer = await fetch(origin + url, { headers: { 'accept-language': language } })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return [url, { headers: [...answer.headers].filter(([name]) => !OF_ONE.has(name)), body: await answer.text() }]
}
