// Values of a request → accepted values, or one refusal with all their mistakes.

import { ownValue } from '@ninefold/core/model/find.ts'
import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import {
  acceptInputs,
  type AcceptedInputs,
  type InputRefusal,
  refusedAt,
} from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { acceptValue } from '@ninefold/core/contract/inputs/accept-value.ts'
import { inputOfField, inputOfType } from '@ninefold/core/contract/inputs/field-inputs.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Input } from '@ninefold/core/model/calls.ts'
import type { BuiltInError } from '@ninefold/core/model/errors.ts'
import { placeOfKeys, sentPath, type UnixUnit } from '@ninefold/core/model/wire.ts'
import { groupOf, groupsIn, partAt, valuesOfGroup } from '@ninefold/core/model/steps/sent-groups.ts'
import type { CheckedFieldType, Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { inputRefusal, Refusal } from '../../gate/context/refusal.ts'
import type { Application } from '../../gate/context/application.ts'
import { refuseCommonPassword } from '../../gate/context/common-passwords.ts'
import { isMadeUnreadable, keptValue } from '../../store/data/secret-texts.ts'

/** A refusal names the last part of an input's path: the field, as people know it. */
export function acceptedOrRefused({ values, refusals }: AcceptedInputs): Readonly<Record<string, Value>> {
  if (refusals.length === 0) return values
  throw new Refusal(
    refusals.map(({ input, error, limit, bounds, isWhole }) => {
      const about = knownAs(input)
      const refusal = inputRefusal(error, about, limit, null, bounds)
      return isWhole === true ? { ...refusal, isWhole } : { ...refusal, path: input }
    }),
  )
}

/** `email` for `user.email`; inside a list of objects, the path from the list: `items[1].quantity`. */
function knownAs(input: string): string {
  const list = input.indexOf('[')
  const from = list === -1 ? input.length : list
  return input.slice(input.lastIndexOf('.', from) + 1)
}

/** A body is required as soon as one input is required; a missing body counts as an empty one. */
export function acceptedBody(
  model: Model,
  inputs: readonly InputField[],
  body: unknown,
  isUnknownIgnored = model.limits.unknownInputs === 'ignored',
): Readonly<Record<string, Value>> {
  const isList = inputs.some((input) => sentPath(input).length === 0)
  const { values, refusals } = acceptInputs(inputs, body ?? (isList ? undefined : {}), followsPattern)
  const misnamed = namingRefusals(model, inputs, values, '')
  const told = isUnknownIgnored ? refusals.filter(({ error }) => error !== 'unknown input') : refusals
  return acceptedOrRefused({ values, refusals: [...told, ...misnamed] })
}

function namingRefusals(
  model: Model,
  inputs: readonly InputField[],
  values: Readonly<Record<string, Value>>,
  before: string,
): InputRefusal[] {
  return inputs.flatMap((input): InputRefusal[] => {
    const name = `${before}${placeOfKeys(sentPath(input))}`
    const value = partAt(values, input.path)
    if (input.objects !== undefined) {
      const { fields } = input.objects
      return groupsIn(value).flatMap((group, index) => namingRefusals(model, fields, group, `${name}[${index}].`))
    }
    const refusal = namingRefusal(model, input, value)
    return refusal === null ? [] : [refusedAt(name, refusal)]
  })
}

/** A key of the wrong type would make the database throw, so it is refused here, or finds nothing. */
function namingRefusal(model: Model, { reference }: InputField, value: Value | undefined): RefusedValue | null {
  if (reference === null || value === undefined || value === null) return null
  const field = fieldNamed(entityNamed(model, reference.entity), reference.by)
  const keys = Array.isArray(value) ? (value as readonly Value[]) : [value]
  if (!('lengthMin' in field.type)) {
    const isNobodys = keys.some((key) => pathValue(field.type, String(key)) === null)
    return isNobodys ? refusedValue('not found') : null
  }
  // Any text can be looked up. If no record has it, it may become a new record's name, if the field accepts it. A
  // number is not a text.
  const name = inputOfField(field, [field.name], true)
  const refusalOf = (key: Value): RefusedValue | null => {
    if (!reference.isMadeWhenMissing) return typeof key === 'string' ? null : refusedValue('wrong type')
    const accepted = acceptValue(name, key, followsPattern)
    return accepted.isAccepted ? null : accepted
  }
  const wrong = keys.find((key) => refusalOf(key) !== null)
  return wrong === undefined ? null : refusalOf(wrong)
}

type RefusedValue = Parameters<typeof refusedAt>[1]

function refusedValue(error: BuiltInError): RefusedValue {
  return { isAccepted: false, error, limit: null }
}

/** References to records are keys from here on. */
export function storableInputs(
  declared: readonly Input[],
  values: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const stored: Record<string, Value> = { ...values }
  for (const { path, like } of declared) {
    const name = path.join('.')
    const value = ownValue(stored, name)
    if (like.kind === 'objects' && value !== undefined)
      stored[name] = groupsIn(value).map((group) =>
        groupOf(storableInputs(like.inputs, valuesOfGroup(like.inputs, group))),
      )
    if (like.kind === 'field' && like.field.type.kind === 'reference' && value !== undefined && value !== null)
      stored[name] = { id: value as string | number, fields: {} }
  }
  return stored
}

/** A path parameter; null if it cannot be of the type, which matches no record. */
export function pathValue(type: CheckedFieldType, text: string): Value {
  const isNumber =
    ['whole number', 'version'].includes(type.kind) ||
    (type.kind === 'sequence' && type.format === null) ||
    (type.kind === 'identifier' && type.form === 'counting')
  if (isNumber) {
    const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
    return Number.isSafeInteger(number) ? number : null
  }
  if (type.kind === 'identifier')
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null
  const result = acceptValue(inputOnce(type, 'path'), text)
  return result.isAccepted ? result.value : null
}

/** A moment sent as a Unix number; other texts are parsed as usual. */
export function unixValue(unix: UnixUnit, text: string): Value | undefined {
  if (!/^-?[0-9]{1,16}$/.test(text)) return queryValue({ kind: 'date and time' }, text)
  const result = acceptValue({ ...inputOnce({ kind: 'date and time' }, 'query'), unix }, Number(text))
  return result.isAccepted ? result.value : undefined
}

/** As `queryValue`, for a call that accepts every value that can be converted to the type. */
export function lenientQueryValue(type: CheckedFieldType, text: string): Value | undefined {
  const exact = queryValue(type, text)
  if (exact !== undefined) return exact
  const result = acceptValue({ ...inputOnce(type, 'query'), isLenient: true }, text)
  return result.isAccepted ? result.value : undefined
}

/** Parses a query parameter as its type; undefined if that fails. */
export function queryValue(type: CheckedFieldType, text: string): Value | undefined {
  if (type.kind === 'yes/no') return text === 'true' ? true : text === 'false' ? false : undefined
  if (type.kind === 'identifier') return pathValue(type, text) ?? undefined
  const isNumber =
    ['whole number', 'version', 'duration'].includes(type.kind) || (type.kind === 'sequence' && type.format === null)
  const whole = () => (/^-?[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN)
  // An unencoded plus sign arrives as a space.
  const isMoment = type.kind === 'date and time'
  const sent = isNumber ? whole() : isMoment ? text.replace(/ (?=\d{2}:?\d{2}$)/, '+') : text
  const result = acceptValue(inputOnce(type, 'query'), sent)
  return result.isAccepted ? result.value : undefined
}

const inputsOfTypes = {
  path: new WeakMap<CheckedFieldType, InputField>(),
  query: new WeakMap<CheckedFieldType, InputField>(),
}

/** Cached, because every request needs it. */
function inputOnce(type: CheckedFieldType, place: keyof typeof inputsOfTypes): InputField {
  const input = inputsOfTypes[place].get(type) ?? inputOfType(type, [place], false, false)
  inputsOfTypes[place].set(type, input)
  return input
}

/** Converts values for storage: passwords become hashes, secrets are encrypted, references become keys. */
export async function storable(
  { secretTexts }: Application,
  entity: Entity,
  values: Readonly<Record<string, Value>>,
): Promise<Record<string, Value>> {
  const stored: Record<string, Value> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = fieldNamed(entity, name)
    if (isMadeUnreadable(field)) {
      await refuseCommonPassword(field, name, value, Object.values(values))
      stored[name] = await keptValue(field, value, secretTexts)
    } else if (field.type.kind === 'reference' && value !== null)
      stored[name] = { id: value as string | number, fields: {} }
    else stored[name] = value
  }
  return stored
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Null: the bytes are not valid UTF-8. */
export function utf8Text(bytes: Buffer): string | null {
  try {
    return UTF8.decode(bytes)
  } catch {
    return null
  }
}

/** Bodies that are texts, by the object with their input, by which a call reads them. */
const texts = new WeakMap<object, string>()

/** Remembers the text for refusals that repeat the sent body. Returns the object. */
export function withSentText(body: unknown, text: string): unknown {
  if (typeof body === 'object' && body !== null) texts.set(body, text)
  return body
}

/** Undefined: the body is not a text. */
export function sentText(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null ? texts.get(body) : undefined
}
