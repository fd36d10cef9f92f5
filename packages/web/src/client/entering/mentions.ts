// A text with `@` and a name → the search for that name, and the chosen people whom it still mentions.

/** A name that is being typed. `start`: the index of its `@`; `sought`: the text after it, up to the caret. */
export interface TypedMention {
  readonly start: number
  readonly sought: string
}

/** At the start of a word, unlike in e-mail addresses; names may contain spaces. */
const TYPED = /(?:^|[\s(])@(?<sought>[\p{L}\p{N}][^\n@]{0,40})?$/u

/** Null: no name is being typed, or a chosen one is followed by further text. */
export function typedMention(text: string, caret: number, chosen: Iterable<string>): TypedMention | null {
  const before = text.slice(0, caret)
  const found = TYPED.exec(before)
  if (found === null) return null
  const sought = found.groups?.['sought'] ?? ''
  for (const label of chosen) if (sought === label || sought.startsWith(`${label} `)) return null
  return { start: caret - sought.length - 1, sought }
}

/** The text with the completed name, and the caret after it. */
export function withMention(
  text: string,
  { start, sought }: TypedMention,
  label: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(start + 1 + sought.length)
  const named = `${text.slice(0, start)}@${label}${rest.startsWith(' ') ? '' : ' '}`
  return { text: named + rest, caret: named.length + (rest.startsWith(' ') ? 1 : 0) }
}

/** Removes people whom the text no longer mentions; those with an unknown name stay. */
export function stillMentioned(
  text: string,
  chosen: readonly string[],
  labels: ReadonlyMap<string, string>,
): readonly string[] {
  const names = [...new Set(chosen.flatMap((value) => labels.get(value) ?? []))]
  const named = new Set(mentionParts(text, names).flatMap((part) => (part.isMention ? [part.text.slice(1)] : [])))
  return chosen.filter((value) => {
    const label = labels.get(value)
    return label === undefined || named.has(label)
  })
}

/** The text in parts, with mentions of these people marked. Of two matching names, the longer one wins. */
export function mentionParts(
  text: string,
  names: readonly string[],
): readonly { readonly text: string; readonly isMention: boolean }[] {
  const longestFirst = names.toSorted((one, other) => other.length - one.length).map(escaped)
  if (longestFirst.length === 0) return [{ text, isMention: false }]
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(@(?:${longestFirst.join('|')}))(?![\\p{L}\\p{N}])`, 'u'))
  return parts.flatMap((part, index) => (part === '' ? [] : [{ text: part, isMention: index % 2 === 1 }]))
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
