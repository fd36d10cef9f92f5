// `:number` in a call's path → a parameter with the type of the field that a step compares it with. The type is needed
// before the steps are checked, so it is taken from the text of the "find" steps.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, RecordSourceDraft, StepActionDraft } from '../../draft/calls.ts'
import type { ScopeVariable } from '../../expression/expression.ts'
import type { PathParameter } from '../../model/calls.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { report, type Checking } from '../checking.ts'
import { type EntityFacts, type FieldFacts, isComputed } from '../entities/facts.ts'
import { identifies } from '../entities/identifying.ts'
import { parametersIn } from '../../model/addresses/call-path.ts'
import type { Written } from '../../text/source.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'

export function checkPathParameters(checking: Checking, call: CallDraft): PathParameter[] {
  const names = parametersIn(call.path.text)
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index))) {
    report(checking, diagnostic('N008', call.path.span, 'a parameter of this path', name))
  }
  const bound = boundRecords(checking, call)
  return [...new Set(names)].map((name) => {
    const [found, ...others] = comparisons(checking, call, name, bound)
    if (found === undefined) return { name, type: ANY_TEXT, finds: null }
    const type = sharedType(checking, name, [found, ...others])
    return { name, type, finds: { entity: found.entity, field: found.facts.name } }
  })
}

/** Entities of the records that steps bind, as far as the draft shows. */
export function boundRecords(checking: Checking, call: CallDraft): Map<string, string> {
  const bound = new Map<string, string>()
  const users = checking.draft.roles.signIn?.usersAre?.text
  if (users !== undefined) bound.set('me', users)
  for (const { action } of everyStep(call.steps)) {
    const name = action.kind === 'let' ? action.name : 'as' in action ? action.as : null
    const entity = name === null ? null : boundEntity(checking, action, bound)
    if (name !== null && entity !== null) bound.set(name.text, entity.name)
  }
  return bound
}

function boundEntity(
  checking: Checking,
  action: StepActionDraft,
  bound: ReadonlyMap<string, string>,
): EntityFacts | null {
  switch (action.kind) {
    case 'find':
    case 'for each':
      return sourceEntity(checking, action.source, bound)
    case 'create':
    case 'check password':
      return checking.entities.get(action.entity.text) ?? null
    case 'let': {
      const [first = '', ...path] = action.value.text.split('.')
      const from = checking.entities.get(bound.get(first) ?? '') ?? null
      return path.reduce((owner, name) => (owner === null ? null : referredBy(checking, owner, name)), from)
    }
    default:
      return null
  }
}

export function sourceEntity(
  checking: Checking,
  source: RecordSourceDraft,
  bound: ReadonlyMap<string, string>,
): EntityFacts | null {
  if (source.kind === 'entity') return checking.entities.get(source.entity.text) ?? null
  const owner = checking.entities.get(bound.get(source.of.text) ?? '')
  const type = owner?.fields.get(source.relation.text)?.field.type
  return type?.kind === 'collection' ? (checking.entities.get(type.entity) ?? null) : null
}

interface Comparison {
  /** Of the record that the field belongs to. */
  readonly entity: string
  readonly facts: FieldFacts['field']
  readonly where: Written
}

/** `number == path.number` or `project.id == path.id`, in either order, in steps that find records. */
function comparisons(
  checking: Checking,
  call: CallDraft,
  parameter: string,
  bound: ReadonlyMap<string, string>,
): readonly Comparison[] {
  const field = '(?:this\\.)?([A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*)*)'
  const forms = [
    new RegExp(`(?<![.\\w])${field}\\s*==\\s*path\\.${parameter}(?!\\w)`, 'g'),
    new RegExp(`(?<![.\\w])path\\.${parameter}\\s*==\\s*${field}(?![.\\w(])`, 'g'),
  ]
  return everyStep(call.steps).flatMap(({ action }) => {
    if (action.kind !== 'find' && action.kind !== 'list') return []
    const { where } = action
    const entity = sourceEntity(checking, action.source, bound)
    if (where === null || entity === null) return []
    return forms.flatMap((form) =>
      [...where.text.matchAll(form)].flatMap(([match, path = '']): Comparison[] => {
        const found = fieldAt(checking, entity, path.split('.'))
        if (found === null) return []
        const { owner, facts } = found
        const isKey = action.kind === 'find' && action.source.kind === 'entity' && match.trim() === where.text.trim()
        if (isKey && owner === entity && !identifies(checking, owner.name, facts.field))
          report(
            checking,
            diagnostic('N703', where.span, owner.name, facts.field.name)
              .because(facts.field.span, 'It is declared here.')
              .withHint(
                isComputed(facts)
                  ? `A computed field is not unique: compare the unique fields that it is made of, as in one == path.${parameter} || other == path.${parameter}.`
                  : 'Give the field the rule "unique", or list the records and take the first.',
              ),
          )
        return [{ entity: owner.name, facts: facts.field, where }]
      }),
    )
  })
}

/**
 * The type of a parameter that is compared with several values: any text, where all of them are texts. One that is read
 * as a random identifier equals no other text.
 */
function sharedType(
  checking: Checking,
  parameter: string,
  all: readonly [Comparison, ...Comparison[]],
): CheckedFieldType {
  const [{ facts: first }, ...others] = all
  if (!all.every(({ facts }) => valueTypeOfField(facts.type).kind === 'text')) return first.type
  const named = new RegExp(`(?<![.\\w])path\\.${parameter}(?!\\w)`, 'g')
  const isShared = (comparison: Comparison): boolean =>
    all.filter((each) => each.where === comparison.where && isIdentifier(each) === isIdentifier(comparison)).length <
    [...comparison.where.text.matchAll(named)].length
  const identifier = all.find(isIdentifier)
  if (identifier === undefined) {
    const isOne = others.every(({ facts }) => JSON.stringify(facts.type) === JSON.stringify(first.type))
    return isOne && !all.some(isShared) ? first.type : ANY_TEXT
  }
  if (isShared(identifier)) {
    const found = diagnostic('N765', identifier.where.span, `path.${parameter}`, identifier.facts.name)
    report(checking, found.withHint(`Write string(${identifier.facts.name}) == path.${parameter}.`))
  }
  return identifier.facts.type
}

function isIdentifier({ facts }: Comparison): boolean {
  return facts.type.kind === 'identifier'
}

const ANY_TEXT: CheckedFieldType = { kind: 'text', lengthMin: null, lengthMax: null }

/** The field at the end of a path through references. */
function fieldAt(
  checking: Checking,
  entity: EntityFacts,
  [name = '', ...rest]: readonly string[],
): { readonly owner: EntityFacts; readonly facts: FieldFacts } | null {
  const facts = entity.fields.get(name)
  if (facts === undefined) return null
  if (rest.length === 0) return { owner: entity, facts }
  const next = referredBy(checking, entity, name)
  return next === null ? null : fieldAt(checking, next, rest)
}

function referredBy(checking: Checking, entity: EntityFacts, field: string): EntityFacts | null {
  const type = entity.fields.get(field)?.field.type
  return type?.kind === 'reference' ? (checking.entities.get(type.entity) ?? null) : null
}

export function pathVariables(parameters: readonly PathParameter[]): Map<string, ScopeVariable> {
  return new Map(
    parameters.map(({ name, type }) => [`path.${name}`, { type: valueTypeOfField(type), isOptional: false }]),
  )
}
