// A page → its words that no person should read: values that were turned into text by mistake, ids, and names of code.

import type { Page } from 'playwright-core'

/**
 * All visible or announced text, except for parts for authors and the names of countries, which come from the browser.
 */
export const SAID = `(() => {
  const said = []
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('script, style, textarea[aria-hidden], [lang=en]') !== null || element.closest('time') !== null) continue
    if (element.closest('[role=listbox]')?.querySelectorAll('[role=option]').length >= 100) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-description', 'alt'])
      if (element.hasAttribute(name)) said.push(element.getAttribute(name))
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) said.push(node.textContent)
  }
  return said.map((text) => text.trim()).filter((text) => text !== '')
})()`

/** The same of the parts that SAID leaves out or cannot see: times, and values in inputs that nobody types code into. */
const HELD = `[...document.querySelectorAll('body time, body input:not([type=hidden], [type=password]), body output')]
  .filter((element) => element.closest('[lang=en]') === null)
  .flatMap((element) => [element.textContent, element.value, element.getAttribute('title'), element.getAttribute('datetime')])
  .filter((text) => typeof text === 'string' && text !== '')`

/** No data of a person has these. German says "Null" for zero, so the word counts in lower case only. */
const MISTAKES = [
  /\[object/,
  /(?<!\p{L})undefined(?!\p{L})/u,
  /(?<!\p{L})NaN(?!\p{L})/u,
  /(?<!\p{L})null(?!\p{L})/u,
  /Invalid Date/,
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i,
] as const

/** `dueAt`, `DealOwner`, `line_total`, `Ticket.status`; no address of the web or of e-mail. */
const CODE =
  /(?<![\p{L}\p{N}_./@-])(?:\p{Ll}+(?:\p{Lu}\p{Ll}+)+|(?:\p{Lu}\p{Ll}+){2,}|\p{L}+(?:_\p{L}+)+|\p{Lu}\p{L}+\.\p{Ll}\p{L}*(?:\.\p{L}+)*)(?![\p{L}\p{N}_/@-])/gu

/** Mistakes first, then names of code that are not among `known`. */
function oddIn(said: string, known: ReadonlySet<string>): string[] {
  const mistakes = MISTAKES.flatMap((mistake) => mistake.exec(said)?.[0] ?? [])
  return [...mistakes, ...[...said.matchAll(CODE)].map(([name]) => name).filter((name) => !known.has(name))]
}

/** Names in records, in labels of choices and in quoted words of the text: people read them as the author wrote them. */
export function namesInData(text: string): ReadonlySet<string> {
  const tables = text.split(/^(?=#{2,3} )/m).filter((part) => /^### (?:Sample data|Reference data|Choice)/.test(part))
  const cells = tables.map((part) => part.split('\n').slice(4).join('\n'))
  const quoted = [...text.matchAll(/"[^"\n]*"/g)].map(([words]) => words.replace(/\{[^{}]*\}/g, ' '))
  return new Set([...cells, ...quoted].flatMap((words) => [...words.matchAll(CODE)].map(([name]) => name)))
}

/** Each finding with the words around it. */
export async function oddWords(page: Page, known: ReadonlySet<string>): Promise<string[]> {
  const said = [...(await page.evaluate<string[]>(SAID)), ...(await page.evaluate<string[]>(HELD))]
  return [...new Set(said.flatMap((words) => oddIn(words, known).map((odd) => `"${odd}" in "${words.slice(0, 80)}"`)))]
}
