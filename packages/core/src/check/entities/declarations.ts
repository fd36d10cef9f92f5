// Draft → every declared name, recorded as the target of "go to definition".

import type { CallDraft } from '../../draft/calls.ts'
import type { Draft } from '../../draft/draft.ts'
import type { Catalogue } from '../../expression/expression.ts'
import { CALENDAR } from '../../expression/value-types.ts'
import type { LimitsModel } from '../../model/limits.ts'
import type { EntityFacts } from './facts.ts'
import { parametersIn, pathPattern } from '../../model/addresses/call-path.ts'
import type { NameRecorder } from '../names/occurrences.ts'
import { partOfWritten } from '../expressions/part-of-written.ts'
import type { Written } from '../../text/source.ts'

interface Declared {
  readonly draft: Draft
  readonly entities: ReadonlyMap<string, EntityFacts>
  readonly catalogue: Catalogue
  readonly constants: LimitsModel['constants']
  readonly lookups: LimitsModel['lookups']
  readonly recorder: NameRecorder
}

/** Owner of a call's variables: the call's name, independent of the names of its parameters. */
export function ownerOfCall({ method, path }: Pick<CallDraft, 'method' | 'path'>): string {
  return pathPattern(`${method.text} ${path.text}`)
}

/** Owner of the parameters of a screen's address. */
export function ownerOfScreen(name: string): string {
  return `Screen: ${name}`
}

export function declareNames(declared: Declared): void {
  const { draft, recorder } = declared
  declareEntities(declared)
  for (const { entity, field, states, transitions, clocks } of draft.states.machines) {
    const machine = `${entity.text}.${field.text}`
    for (const { name } of states) recorder.declare('state', name, machine)
    for (const { name } of transitions) recorder.declare('transition', name, entity.text)
    for (const { name } of clocks) recorder.declare('clock', name, machine)
  }
  for (const { entity, transition, inputs } of draft.states.procedures)
    for (const { path } of inputs) recorder.declare('input', path, `${entity.text} ${transition.text}`)
  for (const { name } of [...draft.validation.rules, ...draft.validation.rulesOverRecords])
    recorder.declare('rule', name)
  for (const { name } of draft.roles.roles) recorder.declare('role', name)
  for (const { name, entity } of draft.roles.contextualRoles) recorder.declare('contextual role', name, entity.text)
  for (const { name } of draft.roles.providers) recorder.declare('provider', name)
  for (const { code } of draft.errors.catalogue) recorder.declare('code', code)
  for (const { name } of draft.screens.screens) recorder.declare('screen', name)
  for (const { name } of draft.screens.documents) recorder.declare('document', name)
  for (const { name } of draft.calls.messages) recorder.declare('message', name)
  for (const { name } of draft.calls.shared) recorder.declare('shared part', name)
  for (const { name, operations } of draft.calls.services) {
    recorder.declare('service', name)
    for (const operation of operations) recorder.declare('operation', operation.name, name.text)
  }
  for (const { name } of draft.calls.shapes) recorder.declare('shape', name, null, { type: { kind: 'object' } })
  for (const call of draft.calls.calls) declareCall(call, recorder)
  for (const { path, screen } of draft.screens.routes) declareParameters(path, ownerOfScreen(screen.text), recorder)
  declareConstants(declared)
}

function declareEntities({ draft, entities, catalogue, recorder }: Declared): void {
  for (const { name, fields, unsupportedFields } of draft.entities.entities) {
    recorder.declare('entity', name, null, { type: { kind: 'record', entity: name.text } })
    const known = catalogue.entities.get(name.text)?.fields
    for (const field of [...fields.map((each) => each.name), ...unsupportedFields]) {
      const { type = null, isOptional = false } = known?.get(field.text) ?? {}
      recorder.declare('field', field, name.text, { type, isOptional })
    }
    for (const field of fields) {
      const type = field.type
      if (type !== null && 'values' in type)
        for (const value of type.values) recorder.declare('choice', value, `${name.text}.${field.name.text}`)
    }
  }
  for (const { name, fields } of entities.values()) {
    for (const [field, { type, isOptional }] of catalogue.entities.get(name)?.fields ?? []) {
      const facts = fields.get(field)?.field
      const kind = facts?.type.kind === 'state' ? 'state' : 'choice'
      recorder.own(type, { kind, of: `${name}.${field}` })
      if (facts?.isBuiltIn === true && facts.span.end - facts.span.start === field.length)
        recorder.declare('field', { text: field, span: facts.span }, name, { type, isOptional })
    }
  }
}

function declareCall(call: CallDraft, recorder: NameRecorder): void {
  const { method, path, inputs, queries } = call
  recorder.at(path.span, { kind: 'call', name: `${method.text} ${path.text}`, of: null }, { isDeclaration: true })
  const owner = ownerOfCall(call)
  declareParameters(path, owner, recorder)
  for (const input of inputs) recorder.declare('input', input.path, owner)
  for (const { name } of queries) recorder.declare('query', name, owner)
}

/** `number` of `/tickets/:number`. */
function declareParameters(path: Written, owner: string, recorder: NameRecorder): void {
  for (const parameter of new Set(parametersIn(path.text))) {
    const start = path.text.indexOf(`:${parameter}`) + 1
    recorder.declare('parameter', partOfWritten(path, start, start + parameter.length), owner)
  }
}

/** The rows of a lookup are the words of a choice field, which gives its name to the first column. */
function declareConstants({ draft, constants, lookups, recorder }: Declared): void {
  const types = new Map(constants.map(({ name, type }) => [name, type]))
  for (const { name } of draft.limits.constants)
    recorder.declare('constant', name, null, { type: types.get(name.text) ?? null })
  for (const { name } of draft.limits.calendars) recorder.declare('constant', name, null, { type: CALENDAR })
  for (const { name } of draft.limits.decisionTables) recorder.declare('lookup', name)
  for (const lookup of draft.limits.lookups) {
    const known = lookups.find(({ name }) => name === lookup.name.text)
    recorder.declare('lookup', lookup.name, null, { type: known?.result ?? null })
    const owner = known?.argument.kind === 'choice' ? recorder.ownerOf(known.argument.values) : null
    if (owner === null) continue
    recorder.use('field', lookup.argument, owner.of.slice(0, owner.of.indexOf('.')))
    for (const { key } of lookup.rows) recorder.use(owner.kind, key, owner.of)
  }
}
