// A sentence with Markdown links, `[terms](/terms)` → its parts. Links lead to pages of the application or to other
// sites, but never to scripts.

export interface LinkedPart {
  readonly text: string
  /** Null: plain text. */
  readonly to: string | null
}

const LINK = /\[([^\]]+)\]\((\/(?!\/)[^\s)]*|https?:\/\/[^\s)]+)\)/g

export function linkedParts(sentence: string): LinkedPart[] {
  const parts: LinkedPart[] = []
  let end = 0
  for (const found of sentence.matchAll(LINK)) {
    const [whole, text = '', to = ''] = found
    if (found.index > end) parts.push({ text: sentence.slice(end, found.index), to: null })
    parts.push({ text, to })
    end = found.index + whole.length
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end), to: null })
  return parts
}

/** Authors write meanings in lower case in a table; under a label they are sentences. A unit, such as `kg`, stays. */
export function asSentence(text: string): string {
  return /^\S{1,3}$/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
}
