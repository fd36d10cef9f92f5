// Values → JSON Schema (2020-12), as OpenAPI 3.1 uses it, for requests and answers.

import { RANK, RANK_LENGTH_MAX } from '../../model/lists/ranks.ts'
import { shapeOfLevel } from '../../model/shapes/shape-levels.ts'
import { withArticle } from '../../text/article.ts'
import { isEmptyList } from '../../expression/value-types.ts'
import { isEndOfList } from '../../expression/end-of-list.ts'
import { keyedIn } from '../../expression/keyed.ts'
import type { Expression, ValueType } from '../../expression/expression.ts'
import type { FileLimits, InputField, SentObjects } from '../wire/inputs.ts'

/** The used subset of JSON Schema. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  /** The key has been renamed. */
  readonly deprecated?: true
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly (string | number | null)[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

/** ISO 4217. */
const CURRENCY: JsonSchema = { type: 'string', pattern: '^[A-Z]{3}$' }
const DECIMAL = '^-?[0-9]+([.][0-9]+)?$'

/** Schema of a value in an answer; empty values are null. */
export function schemaOfValue(type: ValueType, isOptional: boolean): JsonSchema {
  const schema = schemaOfType(type)
  return isOptional ? orNull(schema) : schema
}

function schemaOfType(type: ValueType): JsonSchema {
  switch (type.kind) {
    case 'integer':
      return { type: 'integer' }
    case 'duration':
      return { type: 'integer', description: 'Milliseconds.' }
    case 'decimal':
      if (type.isNumber === true) return { type: 'number' }
      return { type: 'string', pattern: DECIMAL, description: 'A decimal number, with every digit.' }
    case 'money':
      return type.currency === null
        ? objectOf({ amount: { type: 'string', pattern: DECIMAL }, currency: CURRENCY }, ['amount', 'currency'])
        : { type: 'string', pattern: DECIMAL, description: `An amount in ${type.currency}.` }
    case 'boolean':
      return { type: 'boolean' }
    case 'secret':
      return { type: 'boolean', description: 'Whether there is a text. It is kept encrypted, and read apart.' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'time':
      return { type: 'string', pattern: '^[0-2][0-9]:[0-5][0-9]:[0-5][0-9]$', description: 'A time of day.' }
    case 'timestamp':
      return { type: 'string', format: 'date-time' }
    case 'choice':
      return { type: 'string', enum: type.values }
    case 'record':
      return { type: ['string', 'integer'], description: `The id of ${withArticle(type.entity)}.` }
    case 'list':
      return { type: 'array', items: isEmptyList(type) ? {} : schemaOfType(type.of) }
    case 'group':
      return objectOf(
        Object.fromEntries(
          type.parts.map((part) => [part.key ?? part.name, schemaOfValue(part.type, part.isOptional)]),
        ),
        type.parts.map(({ name, key = name }) => key),
      )
    case 'period': {
      const end = schemaOfType({ kind: type.of })
      return objectOf({ start: end, end }, ['start', 'end'])
    }
    case 'object':
      return type.isAny === true ? {} : { type: 'object' }
    case 'map':
      return { type: 'object', additionalProperties: schemaOfType(type.of) }
    case 'json':
      return {}
    case 'empty':
      return { type: 'null' }
    case 'text':
    case 'calendar period':
    case 'working time':
    case 'calendar':
      return { type: 'string' }
    case 'file': {
      const text: JsonSchema = { type: 'string' }
      const parts = { id: text, name: text, size: { type: 'integer' } as JsonSchema, type: text, url: text }
      return objectOf(parts, Object.keys(parts))
    }
    case 'unknown':
      return {}
  }
}

/** Schema of an answer, key by key for an object. Hidden fields are left out, so no key is required. */
export function schemaOfAnswer(expression: Expression): JsonSchema {
  switch (expression.kind) {
    case 'object':
      return objectOf(Object.fromEntries(expression.entries.map(({ key, value }) => [key, schemaOfAnswer(value)])))
    case 'shape': {
      const shape: JsonSchema = { $ref: shapeReference(expression.shape) }
      return expression.isOptional || expression.of.isOptional ? orNull(shape) : shape
    }
    case 'comprehension':
      return expression.operation === 'map'
        ? { type: 'array', items: schemaOfAnswer(expression.body) }
        : schemaOfValue(expression.type, expression.isOptional)
    case 'conditional': {
      // A conditional list or an empty one: the list defines the items.
      const { then, otherwise } = expression
      if (isWithoutItems(then)) return schemaOfAnswer(otherwise)
      if (isNull(then)) return orNull(schemaOfAnswer(otherwise))
      if (isNull(otherwise)) return orNull(schemaOfAnswer(then))
      if (isWithoutItems(otherwise)) return schemaOfAnswer(then)
      // Answers of several forms.
      if (expression.type.kind === 'object' && expression.type.isAny === true)
        return eitherOf(schemaOfAnswer(then), schemaOfAnswer(otherwise))
      return schemaOfValue(expression.type, expression.isOptional)
    }
    case 'call': {
      const keyed = keyedIn(expression)
      const [list, most] = expression.arguments
      if (['first', 'last'].includes(expression.function) && list !== undefined && most !== undefined)
        return schemaOfAnswer(list)
      if (isEndOfList(expression) && list?.kind === 'comprehension' && list.operation === 'map')
        return orNull(schemaOfAnswer(list.body))
      if (keyed === null) return schemaOfValue(expression.type, expression.isOptional)
      return { type: 'object', additionalProperties: schemaOfAnswer(keyed.value) }
    }
    default:
      return schemaOfValue(expression.type, expression.isOptional)
  }
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null
}

function isWithoutItems(expression: Expression): boolean {
  return expression.kind === 'list' && expression.items.length === 0
}

function shapeReference(shape: string): string {
  return `#/components/schemas/${componentName(shapeOfLevel(shape))}`
}

/** Names of components are letters, digits, dots, dashes and underscores. */
export function componentName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-')
}

/** Inputs → the schema of the body, nested by their paths. `isOpen`: additional inputs are permitted. */
export function schemaOfInputs(inputs: readonly InputField[], isOpen: boolean): JsonSchema {
  const sent = inputs.map(({ sentAs, ...input }) => (sentAs === undefined ? input : { ...input, path: sentAs }))
  const whole = sent.find(({ path }) => path.length === 0)
  if (whole === undefined) return schemaOfObject(sent, isOpen)
  // Values of a JSON body may be inputs of their own.
  const others = sent.filter((each) => each !== whole)
  return others.length === 0 ? schemaOfInput(whole, isOpen) : schemaOfObject(others, true)
}

function schemaOfObject(inputs: readonly InputField[], isOpen: boolean): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const name of new Set(inputs.map(({ path }) => path[0] ?? ''))) {
    const below = inputs.filter(({ path }) => path[0] === name)
    const [only] = below
    const isLeaf = only !== undefined && only.path.length === 1
    properties[name] = isLeaf
      ? schemaOfInput(only, isOpen)
      : schemaOfObject(
          below.map((input) => ({ ...input, path: input.path.slice(1) })),
          isOpen,
        )
    if (below.some(({ isNeeded, isOneNeeded }) => isNeeded || (isOneNeeded === true && !isLeaf))) required.push(name)
  }
  const isOneNeeded = inputs.every((input) => input.isOneNeeded === true && input.path.length === 1)
  return {
    ...objectOf(properties, required),
    additionalProperties: isOpen,
    ...(isOneNeeded && inputs.length > 0 ? { minProperties: 1 } : {}),
  }
}

export function schemaOfInput(input: InputField, isOpen = false): JsonSchema {
  if (input.kind === 'map' && input.objects !== undefined) return mapSchema(input, input.objects, isOpen)
  if (input.objects !== undefined) return objectsSchema(input.objects, isOpen)
  if (input.isList === true) return severalSchema(input)
  const schema = input.reference?.isList === true ? { type: 'array', items: REFERENCE } : bareSchema(input)
  const described = input.help === null ? schema : { ...schema, description: input.help }
  // An empty list is sent as [], so null is not permitted.
  return input.isRequired || isSeveral(input) ? described : orNull(described)
}

function isSeveral({ reference, file, kind }: InputField): boolean {
  return reference?.isList === true || file?.isList === true || kind === 'choices'
}

/** In objects of a list, unknown keys are refused or ignored as in the body. */
function objectsSchema({ fields, countMin, countMax, isMap }: SentObjects, isOpen: boolean): JsonSchema {
  const value = fields.find(({ path }) => path[0] === 'value')
  if (isMap === true && value !== undefined)
    return { type: 'object', additionalProperties: schemaOfInput(value, isOpen), maxProperties: countMax }
  return {
    type: 'array',
    items: schemaOfInputs(fields, isOpen),
    ...(countMin === null ? {} : { minItems: countMin }),
    maxItems: countMax,
  }
}

/** A field's map may be null where it is not required. */
function mapSchema({ help, isRequired }: InputField, objects: SentObjects, isOpen: boolean): JsonSchema {
  const schema = objectsSchema(objects, isOpen)
  const described = help === null ? schema : { ...schema, description: help }
  return isRequired ? described : orNull(described)
}

function severalSchema(input: InputField): JsonSchema {
  const described = input.help === null ? {} : { description: input.help }
  const { countMin, countMax } = input
  return {
    type: 'array',
    items: bareSchema({ ...input, isRequired: true }),
    ...(countMin === undefined ? {} : { minItems: countMin }),
    ...(countMax === undefined ? {} : { maxItems: countMax }),
    ...described,
  }
}

const REFERENCE: JsonSchema = { type: ['string', 'integer'] }

function bareSchema(input: InputField): JsonSchema {
  const { kind, choices, initial } = input
  const supplied = initial === null ? {} : { default: initial }
  if (choices.length > 0) {
    const word: JsonSchema = { type: 'string', enum: choices.map(({ value }) => value) }
    return kind === 'choices' ? { type: 'array', items: word, ...supplied } : { ...word, ...supplied }
  }
  switch (kind) {
    case 'whole number':
    case 'sequence':
    case 'version':
    case 'duration':
      return { type: 'integer', ...rangeOf(input), ...supplied }
    case 'decimal':
    case 'percent':
      return { type: ['string', 'number'], ...supplied }
    case 'money':
      return input.money === undefined ? { type: ['string', 'number'], ...supplied } : moneySchema(input)
    case 'yes/no':
      return { type: 'boolean', ...supplied }
    case 'reference':
    case 'identifier':
      return { ...REFERENCE, ...referenceWords(input) }
    case 'date':
      return { type: 'string', format: 'date', ...supplied }
    case 'date and time':
      if (input.unix !== undefined) return { type: 'integer', description: `Unix time in ${input.unix}.` }
      return { type: 'string', format: 'date-time', ...momentSupplied(initial) }
    case 'email':
      return { type: 'string', format: 'email', ...lengthOf(input), ...supplied }
    case 'url':
      return { type: 'string', format: 'uri', ...lengthOf(input), ...supplied }
    case 'rank':
      return { type: 'string', pattern: RANK.source, maxLength: RANK_LENGTH_MAX }
    case 'secret text':
    case 'password':
      return { type: 'string', format: 'password', ...lengthOf(input) }
    case 'period': {
      const end: JsonSchema = { type: 'string', format: input.periodOf === 'date' ? 'date' : 'date-time' }
      return { ...objectOf({ start: end, end }, ['start', 'end']), additionalProperties: false }
    }
    case 'choices':
      return { type: 'array', items: { type: 'string' } }
    case 'json':
      return input.definedBy === undefined ? {} : customFieldsSchema(input.definedBy)
    case 'file':
      return input.file === undefined ? {} : uploadsSchema(input.file)
    default:
      return { type: 'string', ...lengthOf(input), ...supplied }
  }
}

/** Keys and values depend on records, so a document for all callers cannot name them. */
function customFieldsSchema(entity: string): JsonSchema {
  return {
    type: 'object',
    additionalProperties: true,
    description: `Values that records of ${entity} describe, each under its key. A change gives the keys that it changes; null removes one.`,
  }
}

/** A local time is not a moment without its time zone, so it cannot be a default. */
function momentSupplied(initial: InputField['initial']): JsonSchema {
  return typeof initial === 'number' ? { default: new Date(initial).toISOString() } : {}
}

function moneySchema({ money, initial }: InputField): JsonSchema {
  const supplied = money?.supplied ?? null
  const amount: JsonSchema = { type: ['string', 'number'], description: 'With no more digits than its currency has.' }
  const currency = supplied === null ? CURRENCY : { ...CURRENCY, default: supplied }
  const needed = supplied === null ? ['amount', 'currency'] : ['amount']
  const [least, code] = Array.isArray(initial) ? (initial as readonly string[]) : []
  const first = least === undefined ? {} : { default: { amount: least, currency: code } }
  return { ...objectOf({ amount, currency }, needed), additionalProperties: false, ...first }
}

function referenceWords({ reference }: InputField): JsonSchema {
  return reference === null ? {} : { description: `The ${reference.by} of ${withArticle(reference.entity)}.` }
}

function rangeOf({ min, max }: InputField): JsonSchema {
  return { ...(min === null ? {} : { minimum: min }), ...(max === null ? {} : { maximum: max }) }
}

function lengthOf({ lengthMin, lengthMax, isRequired }: InputField): JsonSchema {
  const least = lengthMin ?? (isRequired ? 1 : null)
  return { ...(least === null ? {} : { minLength: least }), ...(lengthMax === null ? {} : { maxLength: lengthMax }) }
}

export function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

function eitherOf(...schemas: readonly JsonSchema[]): JsonSchema {
  const each = schemas.flatMap((schema) => (schema.anyOf === undefined ? [schema] : schema.anyOf))
  const [first = {}, ...others] = new Map(each.map((schema) => [JSON.stringify(schema), schema])).values()
  return others.length === 0 ? first : { anyOf: [first, ...others] }
}

export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined || schema.$ref !== undefined)
    return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type
  if (types.includes('null')) return schema
  const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] }
  return { ...schema, ...values, type: [...types, 'null'] }
}

/** Ids from answers of `POST /_ninefold/files`. */
function uploadsSchema({ isList, countMax }: FileLimits): JsonSchema {
  return isList ? { type: 'array', items: UPLOAD_ID, ...(countMax === null ? {} : { maxItems: countMax }) } : UPLOAD_ID
}

export const UPLOAD_ID: JsonSchema = { type: 'string', format: 'uuid', description: 'The id of an upload.' }
