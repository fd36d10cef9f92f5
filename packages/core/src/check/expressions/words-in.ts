// A part of a draft → every word that could be a name, in all that the author has written there.

const WORDS = /[A-Za-z_][A-Za-z0-9_]*/g

export function addWordsOf(text: string, words: Set<string>): void {
  for (const word of text.match(WORDS) ?? []) words.add(word)
}

export function addWordsIn(value: unknown, words: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  // Places are most of what a draft holds, and have no words.
  if ('start' in value && 'end' in value) return
  if ('text' in value && typeof value.text === 'string') addWordsOf(value.text, words)
  for (const part of Object.values(value)) addWordsIn(part, words)
}
