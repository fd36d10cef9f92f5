// Sentences about a part of a model, member by member: a table over all members of its type. A new member without an
// entry does not compile, so no difference is silently ignored.

import type { Expression } from '../../expression/expression.ts'
import { printExpression } from '../../expression/syntax/print-expression.ts'
import type { Breaking, DifferenceKind } from '../difference-kinds.ts'
import { compared, isSameMeaning, meaningOf } from '../meaning.ts'

/** The records that violate it, for a rule. */
export type Said = readonly [kind: DifferenceKind, sentence: string, breaking?: Breaking | null]

/** The member is part of the key, so it is equal in both versions. */
export const KEY = 'key'
/** A marker for a member whose changes another sentence covers; a comment names it. */
export const ELSEWHERE = 'elsewhere'

/** All member names of the type, or of the types of the union. */
type NameOf<Part> = Part extends unknown ? Exclude<keyof Part, 'span'> : never
type ValueOf<Part, Name> = Part extends unknown ? (Name extends keyof Part ? Part[Name] : undefined) : never

export interface Pair<Part> {
  readonly old: Part
  readonly now: Part
}

type Speaker<Value, Part> = (old: Value, now: Value, parts: Pair<Part>) => readonly Said[]

export type Members<Part> = {
  readonly [Name in NameOf<Part>]-?: Speaker<ValueOf<Part, Name>, Part> | typeof KEY | typeof ELSEWHERE
}

/** `place`: the part's name at the start of a sentence, for members without words of their own. */
export function membersSaid<Part extends object>(
  place: string,
  members: Members<Part>,
  { old, now }: Pair<Part>,
): Said[] {
  const table = members as Readonly<Record<string, Speaker<unknown, Part> | string>>
  const [before, after] = [old, now] as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]
  return Object.entries(table).flatMap(([name, speaker]): readonly Said[] => {
    if (speaker === ELSEWHERE || isSameMeaning(before[name], after[name])) return []
    if (typeof speaker === 'string') return [['safe', `${place} is made otherwise.`]]
    const said = speaker(before[name], after[name], { old, now })
    if (said.length > 0 || isSaidElsewhere(before[name], after[name])) return said
    return [['safe', `${place}: this is written otherwise, with the same meaning.`]]
  })
}

/** Former names, positions, and types of named things: other sentences cover them. */
function isSaidElsewhere(old: unknown, now: unknown): boolean {
  const but = ['was', 'cells', 'type', 'isOptional']
  return meaningOf(old, but) === meaningOf(now, but)
}

/** A sentence that is the same for every change. */
export function always<Value>(kind: DifferenceKind, sentence: string): (old: Value, now: Value) => readonly Said[] {
  return () => [[kind, sentence]]
}

interface PartWords<Part> {
  readonly gone: (part: Part) => readonly Said[]
  readonly made: (part: Part) => readonly Said[]
  readonly changed: (pair: Pair<Part>) => readonly Said[]
  /** Sentence for a changed order. Missing: the order is irrelevant. */
  readonly order?: Said
}

/** Compares parts by a key; among several with one key, equal ones are paired. */
export function partsSaid<Part>(
  before: readonly Part[],
  after: readonly Part[],
  keyOf: (part: Part) => string,
  { gone, made, changed, order }: PartWords<Part>,
): Said[] {
  const [old, now] = [numbered(before, keyOf), numbered(after, keyOf)]
  const found = compared(old, now, ({ key }) => key)
  const said = [
    ...found.gone.flatMap(({ part }) => gone(part)),
    ...found.made.flatMap(({ part }) => made(part)),
    ...found.changed.flatMap((pair) => changed({ old: pair.old.part, now: pair.now.part })),
  ]
  const keys = (parts: typeof old, others: typeof old) =>
    parts.map(({ key }) => key).filter((key) => others.some((other) => other.key === key))
  const isSameOrder = isSameMeaning(keys(old, now), keys(now, old))
  return isSameOrder || order === undefined ? said : [...said, order]
}

function numbered<Part>(parts: readonly Part[], keyOf: (part: Part) => string) {
  const seen = new Map<string, number>()
  return parts.map((part) => {
    const name = keyOf(part)
    const number = seen.get(name) ?? 0
    seen.set(name, number + 1)
    return { key: `${name}#${number}`, part }
  })
}

/** An expression in the author's notation. */
export function code(expression: Expression): string {
  return `\`${printExpression(expression)}\``
}

/** Tells whether two expressions are equivalent. Types of named things are compared where they are declared. */
export function isSameExpression(old: unknown, now: unknown): boolean {
  return meaningOf(old, ['type', 'isOptional']) === meaningOf(now, ['type', 'isOptional'])
}

export interface Exchanged {
  readonly gone: readonly string[]
  readonly made: readonly string[]
}

export function exchanged(before: readonly string[], after: readonly string[]): Exchanged {
  return {
    gone: before.filter((each) => !after.includes(each)),
    made: after.filter((each) => !before.includes(each)),
  }
}
