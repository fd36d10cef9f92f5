// Possible refusals of an operation, by status: codes of point 8 from its steps, rules and transitions, and the
// built-in ones. The list is complete.

import { builtInCode, SUPPLIED_REFUSALS } from '../words/refusal-words.ts'
import { type Operation, transitionInputs, isLiveRead } from '../calls/calls.ts'
import { entityNamed } from '../../model/find.ts'
import { isLimitOfCall } from '../../model/limits.ts'
import type { Step } from '../../model/calls.ts'
import type { BuiltInError } from '../../model/errors.ts'
import { stepCodes } from '../../model/steps/step-codes.ts'
import { acceptedTypes } from '../../model/steps/accepted-types.ts'
import { heldRules } from '../../model/rules/held-rules.ts'
import type { Model } from '../../model/model.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { isJsonType } from '../../model/steps/media-types.ts'
import { BODILESS, MEDIA_TYPES } from '../../model/wire.ts'
import { schemaOfAnswer, type JsonSchema } from './json-schema.ts'

export interface OpenApiResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description?: string; readonly schema: JsonSchema }>>
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
  /** The codes that the refusal may have. */
  readonly 'x-codes'?: readonly string[]
}

/** Shared components. Names of shapes contain no dot, so these cannot collide. */
export const PROBLEM_BODY = 'Problem.body'
const PROBLEM_DETAILS = 'Problem.details'

/** By status, with the possible codes. */
export function refusalsOf(model: Model, operation: Operation): Record<string, OpenApiResponse> {
  const codes = new Map<number, Set<string>>()
  const add = (status: number, code: string): void => {
    codes.set(status, (codes.get(status) ?? new Set()).add(code))
    // Problem details need an error status.
    if (status < 400) codes.set(422, (codes.get(422) ?? new Set()).add(code))
  }
  for (const error of builtInErrors(model, operation)) {
    add(statusOf(model, operation, error), builtInCode(error))
    // An unknown record in an input is refused like any invalid value.
    if (error === 'not found' && takesInput(model, operation)) add(422, builtInCode(error))
  }
  const ofCatalogue = raised(model, operation)
  for (const { code, status } of model.errors.catalogue) if (ofCatalogue.has(code)) add(status, code)
  const sorted = [...codes].sort(([first], [second]) => first - second)
  return Object.fromEntries(
    sorted.map(([status, names]) => [String(status), responseOf(model, status, [...names].sort(), operation)]),
  )
}

/** An answer and a refusal with the same status are told apart by their bodies. */
export function besideAnswers(
  answers: Readonly<Record<string, OpenApiResponse>>,
  refusals: Readonly<Record<string, OpenApiResponse>>,
): Record<string, OpenApiResponse> {
  const merged = Object.entries(refusals).map(([status, refusal]): [string, OpenApiResponse] => {
    const answer = answers[status]
    if (answer === undefined) return [status, refusal]
    const content = { ...answer.content }
    for (const [type, { schema }] of Object.entries(refusal.content ?? {})) {
      const other = content[type]?.schema
      if (type !== 'application/problem+json')
        content[type] = { schema: other === undefined ? schema : { anyOf: [other, schema] } }
    }
    const description = `${answer.description} ${refusal.description}`
    const told = Object.keys(content).length > 0 && { content }
    return [status, { ...answer, description, ...told, ...(refusal['x-codes'] && { 'x-codes': refusal['x-codes'] }) }]
  })
  return { ...answers, ...Object.fromEntries(merged) }
}

function statusOf({ errors }: Model, operation: Operation, error: BuiltInError): number {
  const ofCall = operation.kind === 'stated' ? operation.call.wire?.statuses?.[error] : undefined
  return ofCall ?? errors.builtIn[error]?.status ?? SUPPLIED_REFUSALS[error].status
}

/** For addresses outside of the specification, which have no codes of its catalogue. */
export function builtInRefusals(model: Model, errors: readonly BuiltInError[]): Record<string, OpenApiResponse> {
  return codeRefusals(model, errors, [])
}

/** For addresses outside of the specification that are subject to its rules. */
export function codeRefusals(
  model: Model,
  errors: readonly BuiltInError[],
  ofCatalogue: readonly string[],
): Record<string, OpenApiResponse> {
  const codes = new Map<number, string[]>()
  const add = (status: number, code: string) => codes.set(status, [...(codes.get(status) ?? []), code])
  for (const error of errors)
    add(model.errors.builtIn[error]?.status ?? SUPPLIED_REFUSALS[error].status, builtInCode(error))
  for (const { code, status } of model.errors.catalogue) if (ofCatalogue.includes(code)) add(status, code)
  return Object.fromEntries(
    [...codes].map(([status, names]) => [String(status), responseOf(model, status, names.sort())]),
  )
}

function responseOf(
  { errors }: Model,
  status: number,
  codes: readonly string[],
  operation?: Operation,
): OpenApiResponse {
  const own = operation?.kind === 'stated' ? operation.call.wire?.errorBody : undefined
  const headers = (operation?.kind === 'stated' && operation.call.wire?.errorHeaders) || (errors.headers ?? [])
  const type = (own ?? errors).bodyType ?? MEDIA_TYPES.JSON
  const schema = own === undefined ? { $ref: `#/components/schemas/${PROBLEM_BODY}` } : schemaOfAnswer(own.body)
  return {
    description: `Refused: ${codes.join(', ')}.`,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map(({ name }) => [name, { schema: { type: 'string' } }])),
    }),
    ...(!BODILESS.has(status) && {
      content: {
        [type]: { schema: isJsonType(type) ? schema : { type: 'string' } },
        'application/problem+json': { schema: DETAILS },
      },
    }),
    'x-codes': codes,
  }
}

const ALWAYS: readonly BuiltInError[] = [
  'body not readable',
  'unknown input',
  'wrong type',
  'unexpected',
  'session not valid',
  'too many',
  'busy',
  'database away',
]
const INPUTS: readonly BuiltInError[] = [
  'blank',
  'too short',
  'too long',
  'too small',
  'too big',
  'pattern',
  'end before start',
  'common password',
]
/** For any body. */
export const UNREAD_BODIES: readonly BuiltInError[] = ['body too large', 'media type not supported']
const WRITES: readonly BuiltInError[] = [
  'forbidden',
  'taken',
  'in use',
  'wrong state',
  'stale',
  'not shown',
  ...UNREAD_BODIES,
]

function builtInErrors(model: Model, operation: Operation): readonly BuiltInError[] {
  const isWriting = operation.method !== 'GET'
  return [
    ...ALWAYS,
    ...(operation.kind === 'stated' && operation.call.from !== undefined ? (['signature not valid'] as const) : []),
    'not signed in',
    'forbidden',
    'not found',
    ...(takesInput(model, operation) || operation.kind === 'list' ? INPUTS : []),
    ...(isWriting ? WRITES : []),
    ...(operation.kind === 'change' ? (['patch not applicable'] as const) : []),
    ...(asksForFactor(model, operation) ? (['second factor needed'] as const) : []),
    ...(operation.kind === 'stated' &&
    operation.call.needsVersion !== null &&
    operation.call.needsVersion.isOptional !== true
      ? (['version missing'] as const)
      : []),
    ...(operation.kind === 'stated' && acceptedTypes(operation.call).length > 0 ? (['not acceptable'] as const) : []),
    ...(operation.kind === 'stated' && operation.call.steps.some(({ action }) => action.kind === 'respond file')
      ? (['range not satisfiable'] as const)
      : []),
    ...(operation.kind === 'stated' && !isWriting ? (['not shown'] as const) : []),
  ]
}

/** A write that may change a password or create a key. */
function asksForFactor(model: Model, operation: Operation): boolean {
  if (operation.kind === 'stated' && operation.call.needsFactor !== null) return true
  return operation.method !== 'GET' && signInOf(model.roles)?.secondFactor != null
}

function takesInput(model: Model, operation: Operation): boolean {
  if (operation.kind === 'transition') {
    const ranks = entityNamed(model, operation.entity).fields.filter(({ type }) => type.kind === 'rank')
    return transitionInputs(model, operation).length + ranks.length > 0
  }
  return operation.kind === 'stated' ? operation.call.inputs.length > 0 : ['create', 'change'].includes(operation.kind)
}

/** Codes of the catalogue. Rules apply to written records, whichever call writes them. */
function raised(model: Model, operation: Operation): Set<string> {
  const codes = new Set<string>()
  if (operation.method !== 'GET') {
    const entities = new Set(writtenEntities(model, operation))
    for (const { entity, otherwise } of model.validation.rules) if (entities.has(entity)) codes.add(otherwise)
    for (const { name, uniqueTogether } of model.entities.entities)
      for (const { otherwise } of uniqueTogether) if (otherwise !== null && entities.has(name)) codes.add(otherwise)
    // A write to another entity can break a rule about numbers of records.
    for (const { otherwise } of heldRules(model)) if (otherwise !== null) codes.add(otherwise)
  }
  if (operation.kind === 'stated') addRaised(model, operation.call.steps, codes)
  const call = `${operation.method} ${operation.movedTo ?? operation.path}`
  for (const limit of model.limits.limits) {
    const { on, otherwise } = limit
    const isOfCall = isLimitOfCall(limit, call)
    const isOfStream = on.kind === 'streams' && isLiveRead(operation) && [null, call].includes(on.call)
    const isOfSignIn = on.kind === 'signing in' && operation.kind === 'stated'
    if (
      otherwise !== null &&
      (isOfCall || isOfStream || isOfSignIn || (on.kind === 'entity' && operation.method !== 'GET'))
    )
      codes.add(otherwise)
  }
  // A step may do a transition, and a transition another one.
  const areStepsDone = operation.kind === 'transition' || (operation.kind === 'stated' && operation.method !== 'GET')
  const procedures = areStepsDone ? model.states.machines.flatMap((machine) => machine.procedures) : []
  for (const { steps } of procedures) addRaised(model, steps, codes)
  return codes
}

function addRaised({ calls }: Model, steps: readonly Step[], codes: Set<string>): void {
  for (const code of stepCodes(calls, steps)) codes.add(code)
}

/** A transition may change other entities by its steps, so the rules of every entity are possible. */
function writtenEntities(model: Model, operation: Operation): readonly string[] {
  const all = model.entities.entities.map(({ name }) => name)
  if (operation.kind === 'stated') return all
  return operation.kind === 'transition' ? all : [operation.standard.entity]
}

/** The two possible error bodies: the stated one, and RFC 9457 for clients that ask for it. */
export function problemSchemas(model: Model): Record<string, JsonSchema> {
  const { body } = model.errors
  return { [PROBLEM_BODY]: body === null ? DETAILS : schemaOfAnswer(body), [PROBLEM_DETAILS]: DETAILS_SCHEMA }
}

const DETAILS: JsonSchema = { $ref: `#/components/schemas/${PROBLEM_DETAILS}` }

const DETAILS_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'A refusal as RFC 9457 describes it.',
  required: ['type', 'title', 'status', 'detail', 'code', 'errors', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string', description: 'The code in words.' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence for a person.' },
    code: { type: 'string', description: 'The code of the error catalogue, or of a built-in error.' },
    errors: {
      type: 'array',
      description: 'Everything that was refused, each with the input that it is about.',
      items: {
        type: 'object',
        required: ['about', 'code', 'message'],
        properties: { about: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
}
