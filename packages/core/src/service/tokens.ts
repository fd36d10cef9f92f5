// A document → its names, operators and literals, for highlighting. In the order of the text, without nesting.

import type { NamedKind } from '../check/names/occurrences.ts'
import type { Span } from '../text/source.ts'
import type { Document } from './document.ts'

export interface Token {
  readonly span: Span
  readonly kind: NamedKind | 'text' | 'number' | 'operator' | 'keyword'
  readonly isDeclaration: boolean
}

export function tokensOf(document: Document): Token[] {
  const named = document.compiled.names.occurrences.map(({ span, named: { kind }, isDeclaration }) => ({
    span,
    kind,
    isDeclaration,
  }))
  const all = [...named, ...literalsOf(document)].sort(
    (a, b) =>
      a.span.start - b.span.start || a.span.end - b.span.end || Number(b.isDeclaration) - Number(a.isDeclaration),
  )
  const tokens: Token[] = []
  for (const token of all) {
    const last = tokens.at(-1)
    if (token.span.end > token.span.start && (last === undefined || last.span.end <= token.span.start))
      tokens.push(token)
  }
  return tokens
}

const LITERALS =
  /(?<text>"(?:\\.|[^"\\])*")|(?<number>\b\d+(?:\.\d+)?\b)|(?<keyword>\b(?:true|false|null|in)\b)|(?<operator>\\\|\\\||&&|[=!<>]=|[<>+\-*/%?:!])/g

/** Inside expressions; a quoted choice already counts as a name. */
function literalsOf({ text, compiled }: Document): Token[] {
  const names = compiled.names.occurrences
  return compiled.names.expressions.flatMap(({ written }) => {
    const inside = names.filter(({ span }) => span.start >= written.span.start && span.end <= written.span.end)
    return Array.from(text.slice(written.span.start, written.span.end).matchAll(LITERALS), (match): Token => {
      const start = written.span.start + match.index
      const kind = (['text', 'number', 'keyword', 'operator'] as const).find(
        (each) => match.groups?.[each] !== undefined,
      )
      return { span: { start, end: start + match[0].length }, kind: kind ?? 'operator', isDeclaration: false }
    }).filter(({ span }) => !inside.some((name) => name.span.start < span.end && span.start < name.span.end))
  })
}
