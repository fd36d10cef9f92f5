// Prepared answers of the first example → the answers that draw its first page while the engine is starting. Every
// other request waits for the engine.

import { acceptedLanguages } from '@ninefold/core/contract/words/refusal-language.ts'
import type { Answer, FirstAnswers, ToPage } from '../protocol.ts'

/** Null: the engine has to answer. */
export function firstAnswerTo(
  answers: FirstAnswers,
  { method, url, headers }: ToPage['request'],
): readonly Answer[] | null {
  const languages = Object.keys(answers)
  const [ofText] = languages
  // In the engine's order of choosing a translation (core/contract/languages/choice.ts).
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

/**
 * Resolves once the frame shows a usable control. Only then may background loading use the network and the processor.
 */
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

/** An application without any control has been drawn by then, too. */
const DRAWN_MS_MAX = 10_000
