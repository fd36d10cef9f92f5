// Characters that word processors insert into expressions: curly quotes and non-breaking spaces. Inside quoted texts
// they stay.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { Phrase } from '../outline/phrase.ts'
import { offsetIn, type Written } from '../text/source.ts'
import type { Reading } from './reading.ts'

const MEANT: Readonly<Record<string, string>> = {
  '\u201C': '"',
  '\u201D': '"',
  '\u201E': '"',
  '\u201F': '"',
  '\u00AB': '"',
  '\u00BB': '"',
  '\u2018': "'",
  '\u2019': "'",
  '\u201A': "'",
  '\u201B': "'",
  '\u00A0': ' ',
  '\u2007': ' ',
  '\u202F': ' ',
  '\u200B': '',
  '\uFEFF': '',
}

export function checkQuotes(words: Phrase, reading: Reading): void {
  for (const code of words.codes) checkCode(code, reading)
}

function checkCode(code: Written, reading: Reading): void {
  const wrong = misplacedIn(code.text)
  const first = wrong[0]
  if (first === undefined) return
  const place = (index: number) => ({ start: offsetIn(code, index), end: offsetIn(code, index) + 1 })
  reading.found.push(
    diagnostic('N005', place(first)).withFix({
      title: 'Replace with plain characters',
      edits: wrong.map((index) => ({ span: place(index), text: MEANT[code.text.charAt(index)] ?? '' })),
    }),
  )
}

/** Indexes of such characters outside of quoted texts. */
function misplacedIn(expression: string): number[] {
  const wrong: number[] = []
  let quote = ''
  for (let index = 0; index < expression.length; index++) {
    const character = expression.charAt(index)
    if (quote !== '') {
      if (character === '\\') index++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (MEANT[character] !== undefined) wrong.push(index)
  }
  return wrong
}
