// The contract of an application → arbitrary requests: every operation, screen, form and picker, with values that fit,
// nearly fit and do not fit.

import { inputOf, type Operation, statedInputs, transitionInputs } from '@ninefold/core/contract/calls/calls.ts'
import { inputOfField, isNeededAtCreation, isWritable } from '@ninefold/core/contract/inputs/field-inputs.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { keyedActions, screenKey } from '@ninefold/core/contract/screens/screens.ts'
import { drawnBlocks } from '@ninefold/core/model/lists/drawn-blocks.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import fc from 'fast-check'
import type { Application } from '../gate/context/application.ts'
import { fittingValueOfKind } from './fitting-values.ts'
import { NASTY_BODIES, NASTY_NAMES, NASTY_VALUES } from './nasty-values.ts'

export interface GeneratedRequest {
  readonly method: string
  readonly path: string
  /** JSON, or a text that resembles it. */
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** Further ingredients of requests. */
export interface RequestPool {
  /** Ids, numbers and names of records, visible or not. */
  readonly keys: readonly string[]
  /** Values of key fields (`Ticket.number`), for addresses and references of existing records. */
  readonly found?: Readonly<Record<string, readonly string[]>>
  /** Texts for searching and sending. */
  readonly texts: readonly string[]
}

const QUERY_NAMES = ['sort', 'after', 'limit', 'page', 'q', 'by', 'offset', 'fields', 'include', ...NASTY_NAMES]

export function requestsTo(application: Application, pool: RequestPool): fc.Arbitrary<GeneratedRequest> {
  const { model, operations } = application
  const operation = fc.constantFrom(...operations)
  return fc.oneof(
    { weight: 8, arbitrary: operation.chain((one) => operationRequest(model, one, pool)) },
    // Fitting values reach records, states and rules that others never reach.
    {
      weight: pool.found === undefined ? 0 : 6,
      arbitrary: operation.chain((one) => fittingRequest(model, one, pool)),
    },
    { weight: 6, arbitrary: screenRequest(application, pool) },
    { weight: 3, arbitrary: optionsRequest(model, pool) },
    { weight: 1, arbitrary: otherRequest(pool) },
  )
}

function operationRequest(model: Model, operation: Operation, pool: RequestPool): fc.Arbitrary<GeneratedRequest> {
  const isRead = operation.method === 'GET'
  const fields = parametersOf(model, operation)
  const query = isRead
    ? queryOf(fields, pool)
    : fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: queryOf([], pool) })
  const headers = fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom('"1"', '"2"', '*', 'x', '""').map((etag) => ({ 'if-match': etag })) },
  )
  const method = isRead ? fc.constantFrom('GET', 'GET', 'GET', 'HEAD') : fc.constant(operation.method)
  return fc
    .record({
      method,
      path: pathOf(operation, pool),
      query,
      body: isRead ? fc.constant(null) : bodyOf(inputsOf(model, operation), pool),
      headers,
    })
    .map(({ method, path, query, body, headers }) => ({ method, path: path + query, body, headers }))
}

function fittingRequest(model: Model, operation: Operation, pool: RequestPool): fc.Arbitrary<GeneratedRequest> {
  const { method } = operation
  const segments = operation.path
    .split('/')
    .map((segment) =>
      segment.startsWith(':')
        ? keyLeadingTo(foundBy(operation, segment.slice(1)), pool).map(encoded)
        : fc.constant(segment),
    )
  const body = method === 'GET' ? fc.constant(null) : fittingBody(inputsOf(model, operation), pool)
  return fc
    .tuple(fc.tuple(...segments), body)
    .map(([parts, sent]) => ({ method, path: parts.join('/'), body: sent, headers: {} }))
}

function fittingBody(inputs: readonly InputField[], pool: RequestPool): fc.Arbitrary<string | null> {
  if (inputs.length === 0) return fc.constant(null)
  const entries = inputs.map((input) => {
    const one = fittingValue(input, pool)
    const sent = (input.isList === true ? fc.array(one, { maxLength: 3 }) : one).map(
      (value) => [input.path, value] as const,
    )
    return input.isNeeded ? sent : fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: sent })
  })
  return fc.tuple(...entries).map((values) => {
    const body: Record<string, unknown> = {}
    for (const entry of values) if (entry !== null) put(body, entry[0], entry[1])
    return JSON.stringify(body)
  })
}

/** Parameters of the operation. */
function parametersOf(model: Model, operation: Operation): string[] {
  if (operation.kind === 'stated') return operation.call.queries.map(({ name }) => name)
  return operation.kind === 'list' ? entityNamed(model, operation.standard.entity).fields.map(({ name }) => name) : []
}

/** Every field that some role could give. */
function inputsOf(model: Model, operation: Operation): InputField[] {
  if (operation.kind === 'stated') return statedInputs(operation.call)
  if (operation.kind === 'transition') return transitionInputs(model, operation).map(inputOf)
  if (operation.kind !== 'create' && operation.kind !== 'change') return []
  return entityNamed(model, operation.standard.entity)
    .fields.filter(isWritable)
    .map((field) => inputOfField(field, [field.name], operation.kind === 'create' && isNeededAtCreation(field)))
}

function pathOf(operation: Operation, pool: RequestPool): fc.Arbitrary<string> {
  const segments = operation.path
    .split('/')
    .map((segment) =>
      segment.startsWith(':')
        ? keyLeadingTo(foundBy(operation, segment.slice(1)), pool).map(encoded)
        : fc.constant(segment),
    )
  const strange = fc.constantFrom('', '', '', '', '', '', '', '', '/', '//', '/%00', '/%', '%2F', '/..', ';x')
  return fc.tuple(fc.tuple(...segments), strange).map(([parts, end]) => parts.join('/') + end)
}

/** The field that identifies the record of a path parameter: `Ticket.number`. */
function foundBy(operation: Operation, parameter: string): string {
  if (operation.kind !== 'stated')
    return `${operation.kind === 'transition' ? operation.entity : operation.standard.entity}.${parameter}`
  const stated = operation.call.pathParameters.find(({ name }) => name === parameter)
  return stated?.finds == null ? parameter : `${stated.finds.entity}.${stated.finds.field}`
}

function keyLeadingTo(field: string, pool: RequestPool): fc.Arbitrary<string> {
  const likely = pool.found?.[field] ?? []
  return likely.length === 0
    ? keyOf(pool)
    : fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...likely) }, { weight: 1, arbitrary: keyOf(pool) })
}

function keyOf(pool: RequestPool): fc.Arbitrary<string> {
  return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...pool.keys) }, { weight: 1, arbitrary: nastyText })
}

const nastyText = fc.constantFrom(
  ...NASTY_VALUES.filter((value) => typeof value !== 'object' || value === null).map((value) =>
    String(value).slice(0, 2000),
  ),
)

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function queryOf(fields: readonly string[], pool: RequestPool): fc.Arbitrary<string> {
  const sort =
    fields.length === 0
      ? fc.constant('x')
      : fc
          .array(
            fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...fields)).map((parts) => parts.join('')),
            { minLength: 1, maxLength: 2 },
          )
          .map((sorts) => sorts.join(','))
  const value = fc.oneof(fc.constantFrom(...pool.keys, ...pool.texts, 'true', 'false', '1', '2', '20'), nastyText)
  const parameter = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(fields.length === 0 ? fc.constantFrom(...QUERY_NAMES) : fc.constantFrom(...fields), value),
    },
    { weight: 3, arbitrary: fc.tuple(fc.constant('sort'), sort) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('limit'), fc.constantFrom('1', '2', '5', '100', '101', '0', 'x')) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('after'), cursorOf(fields, pool)) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...QUERY_NAMES), value) },
  )
  return fc
    .array(parameter, { maxLength: 3 })
    .map((parameters) => parameters.map(([name, sent]) => `${encoded(name)}=${encoded(sent)}`).join('&'))
    .map((query) => (query === '' ? '' : `?${query}`))
}

/** Invented cursors. */
function cursorOf(fields: readonly string[], pool: RequestPool): fc.Arbitrary<string> {
  const field = fields.length === 0 ? fc.constant('id') : fc.constantFrom(...fields)
  const value = fc.oneof(fc.constant(null), fc.constantFrom(...pool.texts, ...pool.keys), nastyText)
  const parts = fc.tuple(
    fc.tuple(fc.constantFrom('', '-'), field).map((sort) => sort.join('')),
    value,
    keyOf(pool),
  )
  return fc.oneof(
    parts.map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')),
    nastyText,
  )
}

function bodyOf(inputs: readonly InputField[], pool: RequestPool): fc.Arbitrary<string | null> {
  const nasty = fc.constantFrom(...NASTY_VALUES)
  // Most bodies have a single wrong value: with several, only the first refusal would be tested.
  const fitting = inputs.map((input) => {
    const one = fittingValue(input, pool)
    const some = fc.array(fc.oneof({ weight: 9, arbitrary: one }, nasty), { maxLength: 3 })
    const sent = (input.isList === true ? some : one).map((value) => [input.path, value] as const)
    return input.isNeeded
      ? fc.option(sent, { freq: 30 })
      : fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: sent })
  })
  const misfit =
    inputs.length === 0 ? fc.constant(null) : fc.tuple(fc.constantFrom(...inputs.map(({ path }) => path)), nasty)
  const entries = [
    ...fitting,
    fc.oneof(fc.constant(null), misfit),
    fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: misfit }),
  ]
  const strangers = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.tuple(fc.constantFrom(...NASTY_NAMES), fc.constantFrom(...NASTY_VALUES)), {
        maxLength: 2,
      }),
    },
  )
  const whole = fc.tuple(fc.tuple(...entries), strangers).map(([values, others]) => {
    const body: Record<string, unknown> = {}
    for (const entry of values) if (entry !== null) put(body, entry[0], entry[1])
    for (const [name, value] of others)
      Object.defineProperty(body, name, { value, enumerable: true, configurable: true, writable: true })
    return JSON.stringify(body)
  })
  return fc.oneof(
    { weight: 12, arbitrary: whole },
    { weight: 1, arbitrary: fc.constantFrom(...NASTY_BODIES) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

function put(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first, ...rest] = path
  if (first === undefined) return
  if (rest.length === 0) body[first] = value
  else put((body[first] ??= {}) as Record<string, unknown>, rest, value)
}

function fittingValue(input: InputField, pool: RequestPool): fc.Arbitrary<unknown> {
  if (input.reference !== null) {
    const { entity, by, isList } = input.reference
    const key = keyLeadingTo(`${entity}.${by}`, pool).map((text) => (/^[0-9]{1,9}$/.test(text) ? Number(text) : text))
    return isList ? fc.array(key, { maxLength: 3 }) : key
  }
  return fittingValueOfKind(input, pool.texts)
}

function screenRequest({ model, operations }: Application, pool: RequestPool): fc.Arbitrary<GeneratedRequest> {
  const blocks = model.screens.screens.flatMap((screen) =>
    drawnBlocks(screen).map((block, index) => ({ screen, block, index })),
  )
  const forms = model.screens.screens.flatMap((screen) =>
    keyedActions({ model, operations }, screen).map(({ key }) => `/_ninefold/forms/${screenKey(screen)}/${key}`),
  )
  const keys = fc
    .tuple(fc.constantFrom('id', 'number', 'id=x&number'), keyOf(pool))
    .map(([name, key]) => `?${name}=${encoded(key)}`)
  const form =
    forms.length === 0
      ? fc.constant('/_ninefold/app')
      : fc.tuple(fc.constantFrom(...forms), keys).map((parts) => parts.join(''))
  if (blocks.length === 0) return form.map(get)
  const block = fc.constantFrom(...blocks).chain(({ screen, block, index }) => {
    const parameters = model.screens.routes
      .filter((route) => route.screen === screen.name)
      .flatMap((route) => route.parameters.map(({ name }) => name))
    const fields =
      block.kind === 'answer' || block.kind === 'form' || block.kind === 'text'
        ? []
        : [
            ...entityNamed(model, block.entity).fields.map(({ name }) => name),
            ...('columns' in block ? block.columns : []).flatMap(({ path }) =>
              path.length > 1 ? [path.join('.')] : [],
            ),
          ]
    const found = fc
      .tuple(...parameters.map((name) => keyOf(pool).map((key) => `${name}=${encoded(key)}`)))
      .map((parts) => parts.join('&'))
    const file = fc.constantFrom('', '', '/rows.csv')
    return fc.tuple(queryOf([...fields, 'q', 'page'], pool), found, file).map(([query, route, part]) => {
      const all = [query.slice(1), route].filter((each) => each !== '').join('&')
      return `/_ninefold/screens/${screenKey(screen)}/${index}${part}${all === '' ? '' : `?${all}`}`
    })
  })
  return fc.oneof({ weight: 4, arbitrary: block }, { weight: 1, arbitrary: form }).map(get)
}

function optionsRequest(model: Model, pool: RequestPool): fc.Arbitrary<GeneratedRequest> {
  return fc.constantFrom(...model.entities.entities).chain((entity) => {
    const by = fc.constantFrom(...entity.fields.map(({ name }) => name), 'id', 'nothing')
    return fc
      .tuple(by, fc.constantFrom('', ...pool.texts, '%', '\u0000'))
      .map(([name, sought]) =>
        get(`/_ninefold/options/${encoded(entity.name)}?by=${name}${sought === '' ? '' : `&q=${encoded(sought)}`}`),
      )
  })
}

function otherRequest(pool: RequestPool): fc.Arbitrary<GeneratedRequest> {
  const path = fc.constantFrom(
    '/_ninefold/app',
    '/_ninefold/app?x=1',
    '/_ninefold/specification',
    ...[...pool.texts, '%', 'e'].map((text) => `/_ninefold/search?q=${encoded(text)}`),
    ...pool.keys.flatMap((key) => [`/_ninefold/history/ticket/${encoded(key)}`, `/_ninefold/files/${encoded(key)}`]),
    '/nothing',
    '/api',
    '/_ninefold/screens/setup/9',
    '/_ninefold/screens/x/x',
    '/%ff',
    '/_ninefold/app/',
    '/_NINEFOLD/app',
  )
  const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'PUT', 'OPTIONS', 'DELETE')
  return fc
    .tuple(method, path, fc.constantFrom(...pool.texts))
    .map(([method, path]) => ({ method, path, body: null, headers: {} }))
}

const get = (path: string): GeneratedRequest => ({ method: 'GET', path, body: null, headers: {} })
