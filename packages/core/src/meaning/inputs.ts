// Sent values of a stated call → values of its inputs and queries, or all their mistakes (reference/7-calls, Inputs;
// Lists of objects; Queries and paths).

import type { Call, Input, QueryParameter } from '../model/calls.ts'
import { placeOfKeys, sentName, sentPath } from '../model/wire.ts'
import type { CheckedFieldType } from '../model/entities.ts'
import { jsonIn, lenientOne, leniently } from './wire/lenient.ts'
import { type Mistake, placeOfMistake } from './refusals/mistakes.ts'
import { inputReason, reasonWithin, type RefusalReason } from './refusals/refusal.ts'
import { type Datum, isReference } from './store.ts'
import { type Taken, takenMapValue, takenValue } from './values/inputs.ts'

export interface AcceptedInputs {
  /** By dotted path; inputs that were not sent are missing. */
  readonly values: Readonly<Record<string, Datum>>
  readonly reasons: readonly RefusalReason[]
}

type Sent = Readonly<Record<string, Datum>>

/** How strictly values are validated. */
export interface Taking {
  readonly isUnknownIgnored: boolean
  readonly isLenient?: boolean
}

export function acceptedInputs(declared: readonly Input[], body: Datum, taking: Taking): AcceptedInputs {
  const { isUnknownIgnored } = taking
  const sent = taking.isLenient === true ? withReadTexts(declared, body) : body
  const values: Record<string, Datum> = {}
  const isWhole = declared.some((input) => sentPath(input).length === 0)
  const reasons: RefusalReason[] =
    isWhole || isUnknownIgnored ? [] : isGroup(sent) ? unknownIn(declared, sent, []) : [inputReason(WRONG, '')]
  for (const input of declared) {
    const place = placeOfKeys(sentPath(input))
    const refuse = (mistake: Mistake): unknown => reasons.push(inputReason(mistake, placeOfMistake(mistake, place)))
    const value = inUnits(input, placeIn(sent, sentPath(input)))
    if (value === undefined) {
      if (input.isNeeded && !isBelowValue(sent, sentPath(input))) refuse(BLANK)
    } else if (typeOf(input)?.kind === 'map') {
      const map = takenMapOf(input, value, taking)
      if ('value' in map) values[input.path.join('.')] = map.value
      else reasons.push(...map.mistakes.map((mistake) => inputReason(mistake, `${place}${mistake.at}`)))
    } else if (input.like.kind === 'objects') {
      const objects = takenObjects(input, input.like, value, taking)
      if (objects.reasons.length === 0) values[input.path.join('.')] = objects.items
      reasons.push(...objects.reasons)
    } else {
      const taken = takenInput(input, taking.isLenient === true ? leniently(input, value) : value)
      if ('code' in taken) refuse(taken)
      else values[input.path.join('.')] = taken.value
    }
  }
  const ofWhichOne = declared.filter(({ isOneNeeded }) => isOneNeeded === true).map(sentPath)
  const isNoneSent = ofWhichOne.length > 0 && ofWhichOne.every((path) => partAt(sent, path) === undefined)
  if (isNoneSent && !reasons.some(({ code }) => code !== 'unknown input'))
    reasons.push(inputReason(BLANK, placeOfKeys(aboveAll(ofWhichOne))))
  return { values, reasons }
}

/** A list of objects, a map and a group may each be a text with its JSON. */
function withReadTexts(declared: readonly Input[], body: Datum): Datum {
  if (!isGroup(body)) return body
  const isBuilt = (name: string): boolean =>
    declared.some((input) => {
      const [first, ...rest] = sentPath(input)
      return first === name && (rest.length > 0 || input.like.kind === 'objects' || typeOf(input)?.kind === 'map')
    })
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && isBuilt(name) ? jsonIn(value) : value,
    ]),
  )
}

const BLANK: Mistake = { code: 'blank' }
const WRONG: Mistake = { code: 'wrong type' }

/** The innermost group that all these inputs are in. */
function aboveAll(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = paths
  const end = first.findIndex((name, index) => paths.some((path) => path[index] !== name || index === path.length - 1))
  return first.slice(0, end)
}

/** Sent values that are neither inputs nor on the path to one. */
function unknownIn(declared: readonly Input[], part: Sent, above: readonly string[]): RefusalReason[] {
  return Object.entries(part).flatMap(([key, value]) => {
    const path = [...above, key]
    const below = declared.map(sentPath).filter((known) => path.every((name, index) => known[index] === name))
    if (below.some((known) => known.length === path.length)) return []
    if (below.length === 0) return [inputReason({ code: 'unknown input' }, placeOfKeys(path))]
    // An empty group contains nothing unknown.
    if (value === null) return []
    return isGroup(value) ? unknownIn(declared, value, path) : [inputReason(WRONG, placeOfKeys(path))]
  })
}

/** Undefined: not sent. */
export function partAt(sent: Datum, path: readonly string[]): Datum | undefined {
  let part: Datum | undefined = sent
  for (const name of path) part = isGroup(part) ? part[name] : undefined
  return part
}

/** A value stands where a group is expected, and is refused itself. */
function isBelowValue(sent: Datum, path: readonly string[]): boolean {
  const above = path.map((_, depth) => partAt(sent, path.slice(0, depth)))
  return above.some((part) => part !== undefined && part !== null && !isGroup(part))
}

/** Values in an empty group count as sent empty. */
function placeIn(sent: Datum, path: readonly string[]): Datum | undefined {
  let part: Datum | undefined = sent
  for (const name of path) part = part === null ? null : isGroup(part) ? part[name] : undefined
  return part
}

/** A moment that is sent as a number. */
function inUnits({ unix }: Input, sent: Datum | undefined): Datum | undefined {
  return unix === undefined || !Number.isSafeInteger(sent) ? sent : momentOf(Number(sent), unix)
}

/** In the form in which other moments are sent. A number beyond every date becomes a word, which is refused. */
function momentOf(number: number, unix: 'seconds' | 'milliseconds'): string {
  const atMs = unix === 'seconds' ? number * 1000 : number
  return Math.abs(atMs) > 8.64e15 ? 'none' : new Date(atMs).toISOString()
}

function isGroup(value: Datum | undefined): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isReference(value)
}

/** Each object is validated like a body; its values are nested, as in expressions. */
function takenObjects(
  { isNeeded, ...input }: Input,
  { inputs, countMin, countMax, isMap }: Extract<Input['like'], { kind: 'objects' }>,
  all: Datum,
  taking: Taking,
): { readonly items: readonly Datum[]; readonly reasons: readonly RefusalReason[] } {
  const name = placeOfKeys(sentPath(input))
  const refused = (mistake: Mistake) => ({ items: [], reasons: [inputReason(mistake, name)] })
  if (all === null) return isNeeded ? refused(BLANK) : { items: [], reasons: [] }
  // A member of an object with free keys is named by its key.
  const isOfKeys = isMap === true && isGroup(all)
  const sent = isOfKeys ? Object.entries(all).map(([key, value]) => ({ key, value })) : all
  if (!Array.isArray(sent)) return refused(WRONG)
  const objects = sent as readonly Datum[]
  if (isNeeded && objects.length === 0 && countMin !== 0) return refused(BLANK)
  const bounds = { min: countMin, max: countMax }
  if (countMin !== null && objects.length < countMin) return refused({ code: 'too small', limit: countMin, bounds })
  if (objects.length > countMax) return refused({ code: 'too big', limit: countMax, bounds })
  const taken = objects.map((each, index) => {
    const place = isOfKeys ? `${name}.${placeOfKeys([String((each as Sent)['key'])])}` : `${name}[${index}]`
    if (!isGroup(each)) return { item: null, reasons: [inputReason(WRONG, place)] }
    const { values, reasons } = acceptedInputs(inputs, each, taking)
    return {
      item: withinEachOther(values),
      reasons: reasons.map((reason) => (isOfKeys ? inputReason(reason, place) : reasonWithin(reason, place))),
    }
  })
  return { items: taken.map(({ item }) => item), reasons: taken.flatMap(({ reasons }) => reasons) }
}

function typeOf({ like }: Pick<Input, 'like'>): CheckedFieldType | null {
  return like.kind === 'field' ? like.field.type : like.kind === 'type' ? like.type : null
}

function takenMapOf(
  { like, isNeeded }: Pick<Input, 'like' | 'isNeeded'>,
  sent: Datum,
  { isLenient }: Taking,
): ReturnType<typeof takenMapValue> {
  const type = typeOf({ like })
  if (type?.kind !== 'map') throw new Error('Defect: no map.')
  const isRequired = like.kind === 'field' ? like.field.isRequired : isNeeded
  const read = isLenient === true ? (kind: string, value: Datum) => lenientOne(kind, true, value) : undefined
  return takenMapValue(type, isRequired, sent, read)
}

/** `{"place.shelf": 1}` → `{"place": {"shelf": 1}}` */
export function withinEachOther(values: Sent): Datum {
  const group: Record<string, Datum> = {}
  for (const [name, value] of Object.entries(values)) {
    const path = name.split('.')
    let within = group
    for (const part of path.slice(0, -1)) within = (within[part] ??= {}) as Record<string, Datum>
    within[path.at(-1) ?? name] = value
  }
  return group
}

function takenInput({ like, isNeeded }: Input, sent: Datum): Taken {
  switch (like.kind) {
    case 'field':
      return takenValue(like.field, sent)
    case 'record by':
      if (sent === null) return like.field.isRequired ? { code: 'blank' } : { value: null }
      if (like.field.type.kind === 'collection') return takenNames(isNeeded, sent)
      if (typeof sent !== 'string') return { code: 'wrong type' }
      return sent.trim() === '' ? { code: 'blank' } : { value: sent.trim() }
    case 'one of':
      if (sent === null) return isNeeded ? { code: 'blank' } : { value: null }
      return like.options.includes(String(sent)) ? { value: sent } : { code: 'wrong type' }
    case 'type':
      return like.isList ? takenList(like, isNeeded, sent) : taken(like.type, isNeeded, sent)
    case 'objects':
      throw new Error('Defect: objects are taken by themselves.')
  }
}

/** Several records, each by name. */
function takenNames(isNeeded: boolean, sent: Datum): Taken {
  if (!Array.isArray(sent)) return { code: 'wrong type' }
  const names = sent as readonly Datum[]
  if (isNeeded && names.length === 0) return { code: 'blank' }
  const wrong = names.find((name) => typeof name !== 'string' || name.trim() === '')
  return wrong === undefined
    ? { value: names.map((name) => String(name).trim()) }
    : { code: typeof wrong === 'string' ? 'blank' : 'wrong type' }
}

/** The first invalid one stands for all. */
function takenList(
  { type, countMin, countMax }: Extract<Input['like'], { kind: 'type' }>,
  isNeeded: boolean,
  sent: Datum,
): Taken {
  if (sent === null) return isNeeded ? { code: 'blank' } : { value: [] }
  if (!Array.isArray(sent)) return { code: 'wrong type' }
  if (isNeeded && sent.length === 0 && countMin !== 0) return { code: 'blank' }
  const bounds = { min: countMin ?? null, max: countMax ?? null }
  if (bounds.min !== null && sent.length < bounds.min) return { code: 'too small', limit: bounds.min, bounds }
  if (bounds.max !== null && sent.length > bounds.max) return { code: 'too big', limit: bounds.max, bounds }
  const all = (sent as readonly Datum[]).map((each, index): Taken => {
    const one = taken(type, true, each)
    return 'code' in one ? { ...one, index } : one
  })
  return all.find((each) => 'code' in each) ?? { value: all.flatMap((each) => ('value' in each ? [each.value] : [])) }
}

function taken(type: CheckedFieldType, isRequired: boolean, sent: Datum): Taken {
  if (sent === null) return isRequired ? { code: 'blank' } : { value: null }
  return takenValue({ type, isRequired, ...OF_NO_FIELD }, sent)
}

/** A type alone has no other rules. */
const OF_NO_FIELD = { unique: null, min: null, max: null, pattern: null, isTrimmed: false } as const

/** The query of an address: texts, or several for a list. */
export type SentQuery = Readonly<Record<string, string | readonly string[]>>

export function acceptedQuery(
  { queries, wire }: Pick<Call, 'queries' | 'wire'>,
  sent: SentQuery,
  isUnknownIgnored: boolean,
): AcceptedInputs {
  const known = new Set(queries.map(sentName))
  const unknown = isUnknownIgnored ? [] : Object.keys(sent).filter((each) => !known.has(each))
  const values: Record<string, Datum> = {}
  const reasons = unknown.map((about): RefusalReason => ({ code: 'unknown input', status: 422, about }))
  for (const query of queries) {
    const value = queried(query, sent[sentName(query)], wire?.isLenient === true)
    if (value === undefined)
      reasons.push({ code: 'wrong type', status: 422, about: wrongParameter(query, sent[sentName(query)], wire) })
    else values[query.name] = value
  }
  return { values, reasons }
}

/** Of a list, the first value that is wrong. */
function wrongParameter(query: QueryParameter, sent: SentQuery[string] | undefined, wire: Call['wire']): string {
  if (!query.isList) return sentName(query)
  const isWrong = (text: string): boolean => queried(query, text, wire?.isLenient === true) === undefined
  const all = [sent ?? []].flat()
  const index = all.findIndex(isWrong)
  const inside = query.isSplit === true ? partsOfList(all[index] ?? '') : []
  if (inside.length < 2) return `${sentName(query)}[${index}]`
  return `${sentName(query)}[${all.slice(0, index).flatMap(partsOfList).length + inside.findIndex(isWrong)}]`
}

function partsOfList(text: string): string[] {
  return text.split(',').filter((part) => part !== '')
}

/** Undefined: not a valid value. */
function queried(
  { type, isList, isSplit, unix, otherwise }: QueryParameter,
  sent: SentQuery[string] | undefined,
  isLenient: boolean,
): Datum | undefined {
  if (!isList) {
    if (sent === undefined) return otherwise
    if (typeof sent !== 'string') return undefined
    const value = valueIn(type, unix === undefined ? sent : unixIn(sent, unix), isLenient)
    return value === null ? otherwise : value
  }
  const all = sent === undefined ? [] : typeof sent === 'string' ? [sent] : sent
  const texts = isSplit === true ? all.flatMap(partsOfList) : all
  if (texts.length === 0 && otherwise !== null) return [otherwise]
  const values = texts.map((text) => valueIn(type, text, isLenient))
  return values.some((value) => value === undefined || value === null) ? undefined : (values as Datum[])
}

function unixIn(text: string, unix: 'seconds' | 'milliseconds'): string {
  return /^-?[0-9]{1,16}$/.test(text) ? momentOf(Number(text), unix) : text
}

/** Parses a text by the type. Undefined: invalid. */
export function valueIn(type: CheckedFieldType, text: string, isLenient = false): Datum | undefined {
  const isNumber = type.kind === 'whole number' || type.kind === 'duration'
  const sent = isNumber
    ? Number(/^-?[0-9]{1,16}$/.test(text) ? text : NaN)
    : type.kind === 'yes/no' && ['true', 'false'].includes(text)
      ? text === 'true'
      : text
  const found = taken(type, false, sent)
  if ('value' in found) return found.value
  const read = isLenient ? taken(type, false, lenientOne(type.kind, false, text)) : found
  return 'value' in read ? read.value : undefined
}
