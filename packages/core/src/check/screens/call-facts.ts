// A call that a screen names → facts that the screen needs, for stated and standard calls.

import { shapeOfCalls } from '../../model/users/presence.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallReferenceDraft } from '../../draft/call-reference.ts'
import type { ValueType } from '../../expression/expression.ts'
import type { Method, StandardCallKind, StandardCalls } from '../../model/calls.ts'
import type { MadeLabel } from '../../model/screens.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'
import { addressPart, humanised } from '../../model/words.ts'
import { knownCallLike, refuseUnknownCall, standardCallLike, transitionNames } from '../names/call-names.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking, type ScreenChecking } from '../checking.ts'
import { isProvidedAtCreation } from '../entities/facts.ts'
import { identifies } from '../entities/identifying.ts'
import { parametersIn, pathPattern } from '../../model/addresses/call-path.ts'
import { isGivable } from '../roles/permission-fields.ts'
import { answerOfShape, answerOfSteps, everyFieldOf, UNKNOWN_ANSWER, type Answer, type FieldOrigin } from './answers.ts'

interface KnownCall {
  readonly method: Method
  readonly path: string
}

export interface CallFacts {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly parameters: readonly {
    readonly name: string
    readonly type: ValueType
    readonly finds: FieldOrigin | null
  }[]
  readonly queries: ReadonlyMap<string, ValueType>
  readonly inputs: readonly { readonly path: readonly string[]; readonly isNeeded: boolean }[]
  /** Null: an answer without a body. */
  readonly answer: Answer | null
  /** Plain roles that may use it; null: the permissions of point 6 decide. */
  readonly who: readonly string[] | null
}

/** N218: an address is found by its pattern, and its parameters must have the call's names. */
function refuseOtherParameters(checking: Checking, { path }: CallReferenceDraft, known: KnownCall): void {
  const names = parametersIn(known.path)
  if (isFoundByNothing(checking, known)) return
  const places = [...path.text.matchAll(PARAMETER)]
  for (const [at, place] of places.entries()) {
    const [, name = ''] = place
    const meant = names[at]
    if (meant === undefined) continue
    const start = path.span.start + place.index + 1
    const span = { start, end: start + name.length }
    if (meant === name) {
      recordParameter(checking, known, { text: name, span })
      continue
    }
    const found = diagnostic('N218', span, 'not in this place', known.method, known.path, name)
    report(
      checking,
      found
        .withHint(`Did you mean ":${meant}"?`)
        .withFix({ title: `Replace with "${meant}"`, edits: [{ span, text: meant }] }),
    )
  }
}

/** Renaming the parameter of a stated call, or the key field of a standard one, renames it here too. */
function recordParameter(checking: Checking, { method, path }: KnownCall, written: Written): void {
  const { recorder, calls } = checking.names
  const name = `${method} ${path}`
  const like = calls.has(name) ? null : standardCallLike(checking, name)
  if (like === null) recorder.use('parameter', written, pathPattern(name))
  else if (like.standard.foundBy === written.text) recorder.use('field', written, like.standard.entity)
}

/** N703 is reported for the row, whose name is open until then. */
function isFoundByNothing(checking: Checking, { method, path }: KnownCall): boolean {
  const name = `${method} ${path}`
  const like = checking.names.calls.has(name) ? null : standardCallLike(checking, name)
  if (like === null) return false
  const { entity, foundBy } = like.standard
  const found = checking.entities.get(entity)?.fields.get(foundBy)
  return foundBy !== 'id' && (found === undefined || !identifies(checking, entity, found.field))
}

const PARAMETER = /:([A-Za-z_]\w*)/g

/** Found by its pattern; the result has the call's own path. Null: unknown, already reported. */
export function resolveCall(
  checking: Checking,
  reference: CallReferenceDraft,
): { method: Method; path: string } | null {
  const known = resolveCallSilently(checking, reference)
  if (known !== null) {
    recordCall(checking, reference, `${known.method} ${known.path}`)
    refuseOtherParameters(checking, reference, known)
    return known
  }
  const written = nameOf(reference)
  return refuseUnknownCall(checking, 'N208', { text: written, span: reference.span })
}

/** The address of a transition's standard call contains its name: `POST /api/tickets/:number/give-up`. */
function recordCall(checking: Checking, { path }: CallReferenceDraft, name: string): void {
  const { recorder } = checking.names
  recorder.at(path.span, { kind: 'call', name, of: null })
  const word = path.text.slice(path.text.lastIndexOf('/') + 1)
  const standard = checking.standardCalls.find((each) => name.startsWith(`POST ${each.path}/:`) && name.endsWith(word))
  const transition = standard === undefined ? [] : transitionNames(checking, standard.entity)
  const span = { start: path.span.end - word.length, end: path.span.end }
  for (const each of transition)
    if (standard !== undefined && addressPart(each) === word)
      recorder.at(span, { kind: 'transition', name: each, of: standard.entity }, { form: 'address' })
}

export function resolveCallSilently(
  checking: Checking,
  reference: CallReferenceDraft,
): { method: Method; path: string } | null {
  const name = knownCallLike(checking, nameOf(reference))
  if (name === null) return null
  return { method: reference.method.text as Method, path: name.slice(name.indexOf(' ') + 1) }
}

function nameOf({ method, path }: CallReferenceDraft): string {
  return `${method.text} ${path.text}`
}

export function titleOf(
  checking: Checking,
  call: { method: Method; path: string },
): { readonly label: string; readonly made?: MadeLabel } {
  const name = `${call.method} ${call.path}`
  const like = checking.names.calls.has(name) ? null : standardCallLike(checking, name)
  if (like === null) return { label: checking.names.calls.get(name)?.title?.text ?? name }
  const { kind } = like
  if (kind === 'transitions' || kind === 'presence') return { label: humanised(name.slice(name.lastIndexOf('/') + 1)) }
  const of = humanised(like.standard.entity).toLowerCase()
  return { label: `${STANDARD_WORDS[kind]} ${of}`, made: { word: kind, of } }
}

/** Transitions and presence are called by the end of their address. */
const STANDARD_WORDS: Readonly<Record<Exclude<StandardCallKind, 'transitions' | 'presence'>, string>> = {
  list: 'List',
  get: 'Show',
  create: 'Add',
  change: 'Change',
  delete: 'Delete',
}

/** Null: unknown, already reported; or the call itself has an error. */
export function callFacts(checking: ScreenChecking, reference: CallReferenceDraft): CallFacts | null {
  const known = resolveCall(checking, reference)
  return known === null ? null : factsOf(checking, known)
}

/** As `callFacts`, for a resolved call. */
export function factsOf(checking: ScreenChecking, known: { method: Method; path: string }): CallFacts | null {
  const name = `${known.method} ${known.path}`
  const stated = checking.checked.calls.calls.find(({ method, path }) => method === known.method && path === known.path)
  if (stated !== undefined)
    return {
      ...known,
      name,
      parameters: stated.pathParameters.map((each) => ({
        name: each.name,
        type: valueTypeOfField(each.type),
        finds: each.finds,
      })),
      queries: new Map(stated.queries.map((query) => [query.name, valueTypeOfField(query.type)])),
      inputs: stated.inputs,
      answer: answerOfSteps(checking, stated.steps),
      who: stated.who,
    }
  const like = standardCallLike(checking, name)
  return like === null
    ? null
    : { ...known, name, who: null, ...standardFacts(checking, like.standard, like.kind, known.path) }
}

function standardFacts(
  checking: ScreenChecking,
  standard: StandardCalls,
  kind: StandardCallKind,
  path: string,
): Pick<CallFacts, 'parameters' | 'queries' | 'inputs' | 'answer'> {
  const entity = standard.entity
  const fields = checking.catalogue.entities.get(entity)?.fields
  const type = fields?.get(standard.foundBy)?.type ?? { kind: 'unknown' as const }
  const finds = { entity, field: standard.foundBy }
  return {
    parameters: parametersIn(path).map((name) => ({ name, type, finds })),
    queries: kind === 'list' ? queriesOf(checking, entity) : new Map(),
    inputs: kind === 'create' || kind === 'change' ? inputsOf(checking, entity, kind) : [],
    answer: standardAnswer(checking, standard, kind),
  }
}

/** A standard list can be filtered by fields of its records, and sorted. */
function queriesOf(checking: Checking, entity: string): ReadonlyMap<string, ValueType> {
  const fields = [...(checking.catalogue.entities.get(entity)?.fields ?? [])]
  return new Map([
    ...fields.flatMap(([name, { type, isHidden }]) =>
      isHidden || type.kind === 'list' ? [] : [[name, type] as const],
    ),
    ['sort', { kind: 'text' }],
  ])
}

function inputsOf(checking: Checking, entity: string, kind: 'create' | 'change'): CallFacts['inputs'] {
  const facts = [...(checking.entities.get(entity)?.fields.values() ?? [])].filter(isGivable)
  return facts.map((each) => ({
    path: [each.field.name],
    isNeeded: kind === 'create' && !isProvidedAtCreation(each),
  }))
}

function standardAnswer(
  checking: ScreenChecking,
  { entity, shape }: StandardCalls,
  kind: StandardCallKind,
): Answer | null {
  if (kind === 'delete') return null
  if (kind === 'presence') {
    const users = checking.draft.roles.signIn?.usersAre?.text ?? null
    if (users === null) return UNKNOWN_ANSWER
    return {
      kind: 'record',
      keys: new Map(partOfList(oneOf(checking, users, shapeOfCalls(checking.standardCalls, users)))),
    }
  }
  const one = oneOf(checking, entity, shape)
  if (kind !== 'list') return one
  return { kind: 'record', keys: new Map([...partOfList(one), ['next', valueAnswer({ kind: 'text' })]]) }
}

function oneOf(checking: ScreenChecking, entity: string, shape: string | null): Answer {
  return shape === null ? everyFieldOf(checking, entity) : answerOfShape(checking, shape)
}

function partOfList(one: Answer): [string, Answer][] {
  return [
    ['items', one.kind === 'unknown' ? UNKNOWN_ANSWER : { kind: 'list', of: one }],
    ['total', valueAnswer({ kind: 'integer' })],
  ]
}

function valueAnswer(type: ValueType): Answer {
  return { kind: 'value', type, field: null }
}
