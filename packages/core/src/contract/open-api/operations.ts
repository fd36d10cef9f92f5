// One operation → its description in OpenAPI: inputs, answers, security.

import { filledPath, parametersIn } from '../../model/addresses/call-path.ts'
import { withArticle } from '../../text/article.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import {
  changeInputs,
  creationInputs,
  parameterField,
  statedInputs,
  inputsOfTransition,
  type Operation,
} from '../calls/calls.ts'
import { inputOfType } from '../inputs/field-inputs.ts'
import type { InputField } from '../wire/inputs.ts'
import { type Call, COUNTED_MAX, type StepAction } from '../../model/calls.ts'
import { MEDIA_TYPES, sentName } from '../../model/wire.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed, isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { addressPart, humanised, plural } from '../../model/words.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { filterParameters, WITHOUT_FILTER } from './list-filters.ts'
import { objectOf, schemaOfAnswer, schemaOfInput, type JsonSchema } from './json-schema.ts'
import { DOCUMENT_ANSWER } from './document-answer.ts'
import { bodyContent } from './request-bodies.ts'
import { besideAnswers, refusalsOf, type OpenApiResponse } from './refusals.ts'
import { componentReference, presentPeople, withEvents } from './live-answers.ts'
import { withLimitHeaders } from './response-headers.ts'
import { serviceSecurity } from './service-schemes.ts'
import { sessionSecurity } from './session-schemes.ts'
import type { OpenApiParameter } from './parameter.ts'

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  /** The operation has moved to another address. */
  readonly deprecated?: true
  readonly tags: readonly string[]
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: unknown }>>
  }
  readonly responses: Readonly<Record<string, OpenApiResponse>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

export function describeOperation(model: Model, operation: Operation): OpenApiOperation {
  const inputs = inputsOf(model, operation)
  const parameters = [
    ...pathParameters(model, operation),
    ...queryParameters(model, operation),
    ...headerParameters(operation),
    ...carriedParameters(operation),
  ]
  return {
    operationId: operationId(operation),
    summary: summary(operation),
    ...(operation.isProvisional ? { description: 'Provisional: the specification does not state this call.' } : {}),
    ...(operation.movedTo !== undefined ? { deprecated: true } : {}),
    ...(typeof operation.until === 'string' ? { description: answeredUntil(operation.until) } : {}),
    tags: [tagOf(model, operation)],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(inputs.length === 0
      ? {}
      : {
          requestBody: {
            required: inputs.some(({ isNeeded, isOneNeeded }) => isNeeded || isOneNeeded === true),
            content: bodyContent(model, operation, inputs),
          },
        }),
    responses: withLimitHeaders(
      model,
      operation,
      besideAnswers(
        { ...withEvents(operation, successes(model, operation)), ...(operation.method === 'GET' ? STILL_SO : {}) },
        refusalsOf(model, operation),
      ),
    ),
    security: securityOf(model, operation),
  }
}

const STILL_SO = {
  '304': { description: 'The answer is still the one that If-None-Match names by its ETag.' },
} satisfies OpenApiOperation['responses']

export function answeredUntil(day: string): string {
  return `It is answered until ${day}, and not there any more afterwards.`
}

/** No session is required if a role of guests may call; otherwise the record decides. */
function securityOf(model: Model, operation: Operation): OpenApiOperation['security'] {
  if (operation.kind === 'stated' && operation.call.from !== undefined) return serviceSecurity(operation.call.from)
  if (signInOf(model.roles) === null) return [{}]
  const guests = new Set(model.roles.roles.filter(({ isGuest }) => isGuest).map(({ name }) => name))
  const isOpen =
    operation.kind === 'stated'
      ? operation.call.who.some((role) => guests.has(role))
      : model.roles.permissions.some(
          ({ who, entity, isForbidden }) =>
            !isForbidden && who?.kind === 'role' && guests.has(who.role) && entity === entityOf(operation),
        )
  return isOpen ? [{}, ...sessionSecurity(model)] : sessionSecurity(model)
}

function entityOf(operation: Operation): string | null {
  if (operation.kind === 'stated') return null
  return operation.kind === 'transition' ? operation.entity : operation.standard.entity
}

/** Standard calls are grouped by their entity, stated calls by the first entity in their path. */
export function tagOf(model: Model, operation: Operation): string {
  const entity = entityOf(operation) ?? entityOfPath(model, operation.path)
  return entity === null ? 'Other calls' : humanised(plural(entity))
}

function entityOfPath(model: Model, path: string): string | null {
  const around = model.calls.standard
    .filter((standard) => `${path}/`.startsWith(`${standard.path}/`))
    .sort((first, second) => second.path.length - first.path.length)[0]
  if (around !== undefined) return around.entity
  const words = path.split('/')
  const named = model.entities.entities.map(({ name }) => ({
    name,
    place: words.findIndex((word) => word === addressPart(plural(name)) || word === addressPart(name)),
  }))
  return named.filter(({ place }) => place >= 0).sort((first, second) => first.place - second.place)[0]?.name ?? null
}

/** `POST /api/tickets/:number/comments` → `postApiTicketsByNumberComments`, unique like the address. */
function operationId({ method, path }: Operation): string {
  const words = filledPath(path, ({ name }) => `by ${name} `)
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function summary(operation: Operation): string {
  switch (operation.kind) {
    case 'stated':
      return operation.call.title ?? `${operation.method} ${operation.path}`
    case 'transition':
      return humanised(operation.transition)
    case 'list':
      return `List ${plural(operation.standard.entity)}`
    case 'presence':
      return `List people at ${withArticle(operation.standard.entity)}`
    default:
      return `${humanised(operation.kind)} ${withArticle(operation.standard.entity)}`
  }
}

function inputsOf(model: Model, operation: Operation): InputField[] {
  switch (operation.kind) {
    case 'stated':
      return statedInputs(operation.call)
    case 'transition':
      return inputsOfTransition(model, operation, grantable(model, operation.entity, 'change'))
    case 'create': {
      const entity = entityNamed(model, operation.standard.entity)
      return creationInputs(entity, grantable(model, entity.name, 'create'))
    }
    case 'change': {
      const entity = entityNamed(model, operation.standard.entity)
      return changeInputs(model, entity, grantable(model, entity.name, 'change'))
    }
    default:
      return []
  }
}

function pathParameters(model: Model, operation: Operation): OpenApiParameter[] {
  const names = parametersIn(operation.path)
  return names.map((name) => ({ name, in: 'path', required: true, schema: pathSchema(model, operation, name) }))
}

function pathSchema(model: Model, operation: Operation, name: string): JsonSchema {
  if (operation.kind === 'stated') {
    const parameter = operation.call.pathParameters.find((candidate) => candidate.name === name)
    return parameter === undefined
      ? { type: 'string' }
      : schemaOfInput(inputOfType(parameter.type, [name], true, false))
  }
  const entity = entityOf(operation) ?? ''
  return schemaOfInput(parameterField(model, { entity, field: name }))
}

const LIST_PARAMETERS: readonly OpenApiParameter[] = [
  {
    name: 'limit',
    in: 'query',
    description: 'How many records a page has.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
  { name: 'after', in: 'query', description: '`next` of the page before.', schema: { type: 'string' } },
]

function queryParameters(model: Model, operation: Operation): OpenApiParameter[] {
  if (operation.kind === 'stated') return operation.call.queries.map(queryOf)
  if (operation.kind !== 'list') return []
  const entity = entityNamed(model, operation.standard.entity)
  const seen = entity.fields.filter(({ isHidden, type }) => !isHidden && !WITHOUT_FILTER.includes(type.kind))
  const sortable = seen
    .filter((field) => isStored(field) && !['reference', 'period'].includes(field.type.kind))
    .map(({ name }) => name)
  return [
    ...seen.flatMap(filterParameters),
    {
      name: 'sort',
      in: 'query',
      description: 'The order; a minus turns it round.',
      schema: { type: 'string', enum: sortable.flatMap((name) => [name, `-${name}`]) },
    },
    ...LIST_PARAMETERS,
  ]
}

function queryOf(query: Call['queries'][number]): OpenApiParameter {
  const { type, isList, isSplit, otherwise, unix } = query
  const name = sentName(query)
  const input = { ...inputOfType(type, [name], true, false), ...(unix && { unix }) }
  const schema = isList
    ? { ...schemaOfInput({ ...input, isList: true }), ...(otherwise === null ? {} : { default: [otherwise] }) }
    : schemaOfInput({ ...input, initial: otherwise })
  const written = isSplit === true ? ({ style: 'form', explode: false } as const) : {}
  return { name, in: 'query', required: false, ...written, schema }
}

function headerParameters(operation: Operation): OpenApiParameter[] {
  const isRepeatable = operation.kind === 'stated' && operation.call.repeatable?.kind === 'by key'
  const version = operation.kind === 'stated' ? operation.call.needsVersion : null
  const mayNameVersion = ['change', 'delete', 'transition'].includes(operation.kind) || version !== null
  return [
    ...(operation.method === 'GET'
      ? [
          {
            name: 'If-None-Match',
            in: 'header',
            description: 'The ETag of an answer that you hold. When it is still that one, it is not sent again.',
            schema: { type: 'string' },
          } as const,
        ]
      : []),
    ...(isRepeatable
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'A text of your own. The same request with the same key has one effect.',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
          } as const,
        ]
      : []),
    ...(mayNameVersion
      ? [
          {
            name: 'If-Match',
            in: 'header',
            // A PUT may make the record, and say so by If-None-Match.
            ...(version !== null && version.isOptional !== true && operation.method !== 'PUT'
              ? { required: true }
              : {}),
            description: 'The version that you have seen, in quotes. Another one is refused.',
            schema: { type: 'string' },
          } as const,
        ]
      : []),
    ...(version !== null && operation.method !== 'GET'
      ? [
          {
            name: 'If-None-Match',
            in: 'header',
            description: 'With "*" the record must not exist yet; with a version in quotes, it must have another one.',
            schema: { type: 'string' },
          } as const,
        ]
      : []),
  ]
}

function carriedParameters(operation: Operation): OpenApiParameter[] {
  const carried = operation.kind === 'stated' ? (operation.call.wire?.carried ?? []) : []
  return carried.map(({ from, name, type, isNeeded }) => ({
    name,
    in: from,
    required: isNeeded,
    schema: schemaOfInput(inputOfType(type, [name], true, false)),
  }))
}

function successes(model: Model, operation: Operation): Record<string, OpenApiResponse> {
  switch (operation.kind) {
    case 'stated':
      return operation.call.from === undefined
        ? statedSuccesses(operation.call)
        : { 200: { description: 'The event was there before: nothing is done.' }, ...statedSuccesses(operation.call) }
    case 'delete':
      return { 204: { description: 'Deleted.' } }
    case 'list': {
      const items: JsonSchema = { type: 'array', items: recordSchema(model, operation) }
      const page = objectOf(
        {
          items,
          total: {
            type: 'integer',
            description: `How many there are, as far as they are counted: ${COUNTED_MAX} means at least so many.`,
          },
          next: { type: ['string', 'null'], description: 'Leads to the next page.' },
        },
        ['items', 'total', 'next'],
      )
      return { 200: json('One page of records.', page) }
    }
    case 'presence':
      return { 200: json('The people who are there, as far as the caller may see them.', presentPeople(model)) }
    case 'create':
      return { 201: json('The new record.', recordSchema(model, operation)) }
    default:
      return { 200: json('The record.', recordSchema(model, operation)) }
  }
}

function recordSchema(model: Model, operation: Exclude<Operation, { readonly kind: 'stated' }>): JsonSchema {
  const shape = operation.standard?.shape ?? null
  const entity: Entity = entityNamed(model, entityOf(operation) ?? '')
  return { $ref: componentReference(entity.name, shape) }
}

function statedSuccesses(call: Call): Record<string, OpenApiResponse> {
  const found = new Map<number, Responding[]>()
  for (const { action } of everyStep(call.steps))
    if (action.kind === 'respond') found.set(action.status, [...(found.get(action.status) ?? []), action])
  const pdf = everyStep(call.steps).flatMap(({ action }) => (action.kind === 'respond document' ? [action.status] : []))
  return {
    ...Object.fromEntries([...found].map(([status, answers]) => [status, answerOf(answers)])),
    ...Object.fromEntries(pdf.map((status) => [status, DOCUMENT_ANSWER])),
  }
}

type Responding = Extract<StepAction, { kind: 'respond' }>

function mediaTypeOf({ wire }: Responding): string {
  return wire?.mediaType ?? MEDIA_TYPES[wire?.form ?? 'JSON']
}

/** All answers with the same status. */
function answerOf(answers: readonly Responding[]): OpenApiResponse {
  const content: Record<string, { schema: JsonSchema }> = {}
  for (const type of new Set(answers.map(mediaTypeOf))) {
    const schemas = answers.flatMap((answer) =>
      answer.body === null || mediaTypeOf(answer) !== type
        ? []
        : [(answer.wire?.form ?? 'JSON') === 'JSON' ? schemaOfAnswer(answer.body) : TEXT_BODY],
    )
    const [first, ...more] = schemas
    if (first !== undefined) content[type] = { schema: more.length === 0 ? first : { anyOf: schemas } }
  }
  const names = answers.flatMap(({ wire }) => [
    ...(wire?.headers ?? []).map(({ name }) => name),
    ...((wire?.cookies ?? []).length > 0 ? ['Set-Cookie'] : []),
  ])
  const headers = Object.fromEntries([...new Set(names)].map((name) => [name, { schema: { type: 'string' } as const }]))
  return {
    description: 'Done.',
    ...(names.length === 0 ? {} : { headers }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  }
}

const TEXT_BODY: JsonSchema = { type: 'string' }

function json(description: string, schema: JsonSchema): OpenApiResponse {
  return { description, content: { 'application/json': { schema } } }
}

/** Fields that a role may give at all. The document is one for every caller; the server decides for each of them. */
function grantable(model: Model, entity: string, action: 'create' | 'change'): ReadonlySet<string> {
  const { permissions } = model.roles
  const granted = permissions.filter(
    (permission) => !permission.isForbidden && permission.entity === entity && permission.actions.includes(action),
  )
  return new Set(granted.flatMap(({ fields }) => fields))
}
