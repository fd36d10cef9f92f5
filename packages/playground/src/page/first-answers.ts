// Answers that the build has taken of the first example → those that its first page is drawn with while the engine is still on its
// way. Everything else waits for the engine.

import { acceptedLanguages } from '@ninefold/core/contract/words/refusal-language.ts'
import type { Answer, FirstAnswers, ToPage } from '../protocol.ts'

/** Null: the engine has to say. */
export function firstAnswerTo(
  answers: FirstAnswers,
  { method, url, headers }: ToPage['request'],
): readonly Answer[] | null {
  const languages = Object.keys(answers)
  const [ofText] = languages
  // In the order in which the engine chooses a translation (core/contract/languages/choice.ts).
  const language = acceptedLanguages(headers['accept-language'] ?? '*')
    .map((tag) => languages.find((each) => each === tag.split('-')[0]))
    .find((each) => each !== undefined)
  const answer = answers[language ?? ofText ?? '']?.[url]
  if (method !== 'GET' || answer === undefined) return null
  return [
    { kind: 'head', status: 200, headers: answer.headers },
    { kind: 'body', bytes: new TextEncoder().encode(answer.body) },
    { kind: 'end' },
  ]
}

/** The frame shows something that can be used. Then what stands behind it may take the line and the processor. */
export async function whenDrawn(frame: HTMLIFrameElement): Promise<void> {
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  const { contentDocument } = frame
  if (contentDocument === null) return
  const isDrawn = (): boolean => contentDocument.querySelector('#root :is(a, button, input)') !== null
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (isDrawn()) done()
    })
    const patience = setTimeout(() => done(), DRAWN_MS_MAX)
    const done = (): void => {
      observer.disconnect()
      clearTimeout(patience)
      resolve()
    }
    if (isDrawn()) return done()
    observer.observe(contentDocument, { childList: true, subtree: true })
  })
}

/** An application without anything to press has been drawn by then, too. */
const DRAWN_MS_MAX = 10_000
