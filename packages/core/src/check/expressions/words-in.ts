// A part of a draft → every word in it that could be a name.

const WORDS = /[A-Za-z_][A-Za-z0-9_]*/g

export function addWordsOf(text: string, words: Set<string>): void {
  for (const word of text.match(WORDS) ?? []) words.add(word)
}

export function addWordsIn(value: unknown, words: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  // Skips positions, which are most of a draft.
  if ('start' in value && 'end' in value) return
  if ('text' in value && typeof value.text === 'string') addWordsOf(value.text, words)
  for (const part of Object.values(value)) addWordsIn(part, words)
}
