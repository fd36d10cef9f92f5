// A name that was renamed at its declaration only → one diagnostic there, instead of one per use. Reported only if it
// is unambiguous: the declared name is never used, and the other one often.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { closest } from '../../diagnostic/did-you-mean.ts'
import type { Span, Written } from '../../text/source.ts'
import type { NamesIndex } from './occurrences.ts'
import type { TypedDraft } from '../checking.ts'

const KINDS = [
  { kind: 'entity', number: 'N301' },
  { kind: 'role', number: 'N601' },
] as const

/** Diagnostics that follow from it: expressions that use it, calls that depend on it. */
const FOLLOWING: readonly string[] = ['N051', 'N062', 'N301', 'N601']
const OF_CALLS: readonly string[] = ['N208', 'N733', 'N905']

export function withoutFollowUps(
  found: readonly Diagnostic[],
  text: string,
  checking: Pick<TypedDraft, 'draft' | 'names'>,
  { occurrences }: NamesIndex,
): Diagnostic[] {
  let left = [...found]
  for (const { kind, number } of KINDS) {
    const used = new Set(
      occurrences.flatMap(({ named, isDeclaration }) => (named.kind === kind && !isDeclaration ? [named.name] : [])),
    )
    const declared: ReadonlyMap<string, { readonly name: Written }> =
      kind === 'entity' ? checking.names.entities : checking.names.roles
    const unused = [...declared.values()].filter(({ name }) => !used.has(name.text))
    for (const [unknown, places] of usesOf(left, number, text)) {
      const nearest = closest(
        unknown,
        unused.map(({ name }) => name.text),
      )
      const meant = unused.find(({ name }) => name.text === nearest) ?? (unused.length === 1 ? unused[0] : undefined)
      const [first] = places
      if (meant === undefined || first === undefined || places.length < 2) continue
      left = left.filter((one) => !follows(one, unknown, text, checking) && one.span.start !== meant.name.span.start)
      left.push(renamed(number, meant.name, unknown, first, places.length))
    }
  }
  return left
}

function usesOf(found: readonly Diagnostic[], number: string, text: string): Map<string, Span[]> {
  const uses = new Map<string, Span[]>()
  for (const one of found) {
    if (one.number !== number) continue
    const word = text.slice(one.span.start, one.span.end)
    uses.set(word, [...(uses.get(word) ?? []), one.span])
  }
  return uses
}

function renamed(number: 'N301' | 'N601', declared: Written, unknown: string, first: Span, count: number): Diagnostic {
  return diagnostic(number, declared.span, unknown)
    .because(
      first,
      `It is called "${unknown}" here${count === 2 ? ' and once more' : `, and ${count - 1} times more`}.`,
    )
    .withHint(`Nothing uses "${declared.text}": write "${unknown}" here, or the new name everywhere.`)
    .withFix({ title: `Replace with "${unknown}"`, edits: [{ span: declared.span, text: unknown }] })
}

function follows(
  { number, span }: Diagnostic,
  unknown: string,
  text: string,
  checking: Pick<TypedDraft, 'draft'>,
): boolean {
  const written = text.slice(span.start, span.end)
  if (FOLLOWING.includes(number)) return written === unknown
  if (!OF_CALLS.includes(number)) return false
  const path = written.slice(written.indexOf('/'))
  return checking.draft.calls.standard.some(
    (row) => row.entity.text === unknown && (path === row.path.text || path.startsWith(`${row.path.text}/`)),
  )
}
