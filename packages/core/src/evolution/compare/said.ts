// The sentences about a part of a model, member by member: a table over all members of its type, so that a member that is
// added and of which nothing is said does not compile; and what differs is never passed over in silence.

import type { Expression } from '../../expression/expression.ts'
import { printExpression } from '../../expression/syntax/print-expression.ts'
import type { Breaking, DifferenceKind } from '../difference-kinds.ts'
import { compared, isSameMeaning, meaningOf } from '../meaning.ts'

/** The records that break what it says, where it is a rule. */
export type Said = readonly [kind: DifferenceKind, sentence: string, breaking?: Breaking | null]

/** By this it is told from others, so that it is the same in both. */
export const KEY = 'key'
/** Another sentence says it whenever it is another, and which one stands beside. */
export const ELSEWHERE = 'elsewhere'

/** Each name that a member of the type, or of one type of the union, has. */
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

/** `place`: what the part is called at the start of a sentence, for what its table finds no words for. */
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

/** Former names, places in the text, and types of what is named: other sentences say them. */
function isSaidElsewhere(old: unknown, now: unknown): boolean {
  const but = ['was', 'cells', 'type', 'isOptional']
  return meaningOf(old, but) === meaningOf(now, but)
}

/** A speaker that says one thing, whichever way it changed. */
export function always<Value>(kind: DifferenceKind, sentence: string): (old: Value, now: Value) => readonly Said[] {
  return () => [[kind, sentence]]
}

interface PartWords<Part> {
  readonly gone: (part: Part) => readonly Said[]
  readonly made: (part: Part) => readonly Said[]
  readonly changed: (pair: Pair<Part>) => readonly Said[]
  /** Sentence for equal parts in another order. Missing: the order means nothing. */
  readonly order?: Said
}

/** Parts that are told from each other by a key; of several that have one key, each is paired with its like. */
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

/** An expression as an author writes it. */
export function code(expression: Expression): string {
  return `\`${printExpression(expression)}\``
}

/** Does an expression ask for the same? Of which type what it names is, is said where that is declared. */
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
