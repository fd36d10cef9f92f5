// A request body → accepted values and refusals. Browser and server share this function, so that a form refuses while
// typing what the server would refuse later. It never throws.

import type { Bounds, BuiltInError } from '../../model/errors.ts'
import type { ObjectValue, Value } from '../../expression/expression.ts'
import { decimalText, exact } from '../../expression/evaluate/arithmetic.ts'
import { mapOfPairs } from '../../expression/evaluate/json-values.ts'
import { groupOf, groupsIn } from '../../model/steps/sent-groups.ts'
import { placeOfKeys, sentPath } from '../../model/wire.ts'
import { lenientJson } from './accept-json.ts'
import { type AcceptedValue, acceptValue, type FollowsPattern } from './accept-value.ts'
import type { InputField, SentObjects } from '../wire/inputs.ts'
import { isPlainObject } from './plain-object.ts'

/** `input` is the dotted path of the value, or `body`; in a list that is the whole body it begins with `[1]`. */
export interface InputRefusal {
  readonly input: string
  readonly error: BuiltInError
  /** The limit that was exceeded, for `too short` and the like. */
  readonly limit: number | null
  readonly bounds?: Bounds
  /** The refusal is about the body as a whole, and about no input that happens to have the name `body`. */
  readonly isWhole?: true
}

export interface AcceptedInputs {
  /** By dotted path; inputs that were not sent are missing. */
  readonly values: Readonly<Record<string, Value>>
  readonly refusals: readonly InputRefusal[]
}

/** A request with that many unknown keys is not a typo, so the rest is not checked. */
const UNKNOWN_INPUTS_MAX = 50

/** Collects all refusals, so that a person corrects a form once. */
export function acceptInputs(
  fields: readonly InputField[],
  given: unknown,
  follows: FollowsPattern | null = null,
): AcceptedInputs {
  const body = withReadTexts(fields, given)
  const values: Record<string, Value> = {}
  const refusals: InputRefusal[] = unknownInputs(fields, body)
  // If a list is the whole body, a form puts the values for the address beside it.
  const beside = Array.isArray(body) && fields.length > 1 && fields.some(isWhole) ? { ...body } : body
  for (const field of fields) {
    const name = field.path.join('.')
    const input = placeOfKeys(sentPath(field))
    const sent = isWhole(field) ? body : sentValue(beside, sentPath(field))
    if (sent === undefined) {
      if (field.isNeeded && !isBelowValue(beside, sentPath(field)))
        refusals.push({ ...placed(input), error: 'blank', limit: null })
      continue
    }
    if (field.kind === 'map') {
      const map = acceptMap(input, field, sent, follows)
      if (map.refusals.length === 0) values[name] = map.value
      refusals.push(...map.refusals)
      continue
    }
    if (field.objects !== undefined) {
      const objects = acceptObjects(input, field, field.objects, sent, follows)
      // Unknown keys may be ignored; the rest of each object is then kept.
      if (objects.refusals.every(({ error }) => error === 'unknown input')) values[name] = objects.values
      refusals.push(...objects.refusals)
      continue
    }
    const result = acceptValue(field, sent, follows)
    if (result.isAccepted) values[name] = result.value
    else refusals.push(refusedAt(input, result))
  }
  return { values, refusals: [...refusals, ...noneSent(fields, body, refusals)] }
}

/** A form may send a list of objects, a map or a group as a text with its JSON. */
function withReadTexts(fields: readonly InputField[], body: unknown): unknown {
  if (!isPlainObject(body)) return body
  const built = fields.filter((field) => field.isLenient === true && (sentPath(field).length > 1 || field.objects))
  const names = [...new Set(built.flatMap((field) => sentPath(field).slice(0, 1)))]
  const texts = names.filter((name) => Object.hasOwn(body, name) && typeof body[name] === 'string')
  return texts.length === 0
    ? body
    : { ...body, ...Object.fromEntries(texts.map((name) => [name, lenientJson(body[name])])) }
}

export function refusedAt(
  input: string,
  { error, limit, bounds, index }: Extract<AcceptedValue, { isAccepted: false }>,
): InputRefusal {
  const place = index === undefined ? input : `${input}[${index}]`
  return { ...placed(place), error, limit, ...(bounds === undefined ? {} : { bounds }) }
}

/**
 * Each is validated like a body, with its place in the list: `items[1].quantity`. Inputs that were not sent are
 * missing.
 */
function acceptObjects(
  name: string,
  { isNeeded }: Pick<InputField, 'isNeeded'>,
  { fields, countMin, countMax, isMap }: SentObjects,
  sent: unknown,
  follows: FollowsPattern | null,
): { readonly values: readonly Value[]; readonly refusals: readonly InputRefusal[] } {
  const bounds = { min: countMin, max: countMax }
  const refusal = (error: BuiltInError, limit: number | null = null) => ({
    values: [],
    refusals: [{ ...placed(name), error, limit, ...(limit === null ? {} : { bounds }) }],
  })
  if (sent === null) return isNeeded ? refusal('blank') : { values: [], refusals: [] }
  const isOfKeys = isMap === true && isPlainObject(sent)
  const objects: unknown = isOfKeys ? Object.entries(sent).map(([key, value]) => ({ key, value })) : sent
  if (!Array.isArray(objects)) return refusal('wrong type')
  if (isNeeded && objects.length === 0 && countMin !== 0) return refusal('blank')
  if (countMin !== null && objects.length < countMin) return refusal('too small', countMin)
  if (objects.length > countMax) return refusal('too big', countMax)
  const items = objects.map((item: unknown, index) => {
    if (isOfKeys) return acceptPair(name, fields, item, follows)
    const place = `${name}[${index}]`
    if (!isPlainObject(item))
      return { value: null, refusals: [{ input: place, error: 'wrong type', limit: null }] as const }
    const { values, refusals } = acceptInputs(fields, item, follows)
    return {
      value: groupOf(values),
      refusals: refusals.map((each) => ({ ...each, input: `${place}.${each.input}` })),
    }
  })
  const values = items.map(({ value }) => (isMap === true ? withoutZeros(fields, value) : value))
  return { values, refusals: items.flatMap(({ refusals }) => refusals) }
}

/** A map without keys is a value, and `null` is an empty field. A form sends its pairs as a list, in which each key stands once. */
function acceptMap(
  name: string,
  { objects, isRequired }: InputField,
  sent: unknown,
  follows: FollowsPattern | null,
): { readonly value: Value; readonly refusals: readonly InputRefusal[] } {
  if (objects === undefined) throw new Error('Defect: a map has inputs for its keys and values.')
  if (sent === null) return { value: null, refusals: isRequired ? [{ input: name, error: 'blank', limit: null }] : [] }
  const { values, refusals } = acceptObjects(name, { isNeeded: false }, objects, sent, follows)
  const seen = new Set<Value>()
  const doubles = (Array.isArray(sent) ? groupsIn(values) : []).flatMap(({ key = null }, index): InputRefusal[] => {
    if (!seen.has(key)) return seen.add(key) && []
    return [{ input: `${name}[${index}].key`, error: 'taken', limit: null }]
  })
  return { value: mapOfPairs(values), refusals: [...refusals, ...doubles] }
}

/** A member of an object with free keys. A refusal names the key. */
function acceptPair(
  name: string,
  fields: readonly InputField[],
  pair: unknown,
  follows: FollowsPattern | null,
): { readonly value: Value; readonly refusals: readonly InputRefusal[] } {
  const { values, refusals } = acceptInputs(fields, pair, follows)
  const key = placeOfKeys([(pair as { readonly key: string }).key])
  // The whole body has no name.
  const place = name === '' ? key : `${name}.${key}`
  return { value: groupOf(values), refusals: refusals.map((each) => ({ ...each, input: place })) }
}

/** In the JSON of a map decimals are texts, so equal ones have to look alike. */
function withoutZeros(fields: readonly InputField[], pair: Value): Value {
  const { value = null } = pair === null ? {} : (pair as ObjectValue)
  if (value === null || fields.at(-1)?.kind !== 'decimal') return pair
  return { ...(pair as ObjectValue), value: decimalText(exact(value)) }
}

/**
 * A group of inputs of which at least one is required: the refusal names their container, unless there are further
 * mistakes.
 */
function noneSent(fields: readonly InputField[], body: unknown, others: readonly InputRefusal[]): InputRefusal[] {
  const group = fields.filter(({ isOneNeeded }) => isOneNeeded === true)
  if (group.length === 0 || group.some((field) => sentValue(body, sentPath(field)) !== undefined)) return []
  if (others.some(({ error }) => error !== 'unknown input')) return []
  const [first = [], ...rest] = group.map((field) => sentPath(field).slice(0, -1))
  const shared = first.filter((_, index) =>
    rest.every((path) => samePath(path.slice(0, index + 1), first.slice(0, index + 1))),
  )
  return [{ ...placed(placeOfKeys(shared)), error: 'blank', limit: null }]
}

/** An unknown key is refused and never ignored, because a typo would silently lose data. */
function unknownInputs(fields: readonly InputField[], body: unknown): InputRefusal[] {
  if (body === undefined || body === null || fields.some(isWhole)) return []
  const paths = fields.map(sentPath)
  if (!isPlainObject(body)) return [{ ...placed(''), error: 'wrong type', limit: null }]
  const refusals: InputRefusal[] = []
  const look = (part: Readonly<Record<string, unknown>>, prefix: readonly string[]): void => {
    for (const key in part) {
      if (refusals.length >= UNKNOWN_INPUTS_MAX) return
      const value = part[key]
      const path = [...prefix, key]
      if (paths.some((known) => samePath(known, path))) continue
      const isGroup = paths.some((known) => known.length > path.length && samePath(known.slice(0, path.length), path))
      if (!isGroup) refusals.push({ input: placeOfKeys(path), error: 'unknown input', limit: null })
      else if (isPlainObject(value)) look(value, path)
      // The group is missing.
      else if (value !== null) refusals.push({ input: placeOfKeys(path), error: 'wrong type', limit: null })
    }
  }
  look(body, [])
  return refusals
}

/** `''` is the place of the whole body. */
function placed(place: string): Pick<InputRefusal, 'input' | 'isWhole'> {
  return place === '' ? { input: 'body', isWhole: true } : { input: place }
}

/** Tells whether the whole body is this input. */
function isWhole(field: InputField): boolean {
  return sentPath(field).length === 0
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index])
}

/** Tells whether a value stands where a group is expected. Its refusal says everything about the inputs in the group. */
function isBelowValue(body: unknown, path: readonly string[]): boolean {
  return path.some((_, depth) => {
    const above = sentValue(body, path.slice(0, depth))
    return above !== undefined && above !== null && !isPlainObject(above)
  })
}

function sentValue(body: unknown, path: readonly string[]): unknown {
  let value = body
  for (const part of path) {
    if (value === null) return null
    if (!isPlainObject(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}
