// `:number` in a call's path → a parameter with the type of the field that a step compares it with. The type is needed
// before the steps are checked, so it is taken from the text of the "find" steps.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, RecordSourceDraft } from '../../draft/calls.ts'
import type { ScopeVariable } from '../../expression/expression.ts'
import type { PathParameter } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts, FieldFacts } from '../entities/facts.ts'
import { identifies } from '../entities/identifying.ts'
import { parametersIn } from '../../model/addresses/call-path.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'

export function checkPathParameters(checking: Checking, call: CallDraft): PathParameter[] {
  const names = parametersIn(call.path.text)
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index))) {
    report(checking, diagnostic('N008', call.path.span, 'a parameter of this path', name))
  }
  const bound = boundRecords(checking, call)
  return [...new Set(names)].map((name) => {
    const found = comparison(checking, call, name, bound)
    if (found === null) return { name, type: { kind: 'text', lengthMin: null, lengthMax: null }, finds: null }
    return { name, type: found.facts.type, finds: { entity: found.entity, field: found.facts.name } }
  })
}

/** Entities of the names that steps bind, as far as their sources show. */
function boundRecords(checking: Checking, call: CallDraft): Map<string, string> {
  const bound = new Map<string, string>()
  const users = checking.draft.roles.signIn?.usersAre?.text
  if (users !== undefined) bound.set('me', users)
  for (const { action } of everyStep(call.steps)) {
    if (action.kind !== 'find' && action.kind !== 'for each') continue
    const entity = sourceEntity(checking, action.source, bound)
    if (entity !== null) bound.set(action.as.text, entity.name)
  }
  return bound
}

function sourceEntity(
  checking: Checking,
  source: RecordSourceDraft,
  bound: ReadonlyMap<string, string>,
): EntityFacts | null {
  if (source.kind === 'entity') return checking.entities.get(source.entity.text) ?? null
  const owner = checking.entities.get(bound.get(source.of.text) ?? '')
  const type = owner?.fields.get(source.relation.text)?.field.type
  return type?.kind === 'collection' ? (checking.entities.get(type.entity) ?? null) : null
}

/** `number == path.number` or `project.id == path.id`, in either order, in a step that finds records. */
function comparison(checking: Checking, call: CallDraft, parameter: string, bound: ReadonlyMap<string, string>) {
  const field = '(?:this\\.)?([A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*)*)'
  const forms = [
    new RegExp(`(?<![.\\w])${field}\\s*==\\s*path\\.${parameter}(?!\\w)`),
    new RegExp(`(?<![.\\w])path\\.${parameter}\\s*==\\s*${field}(?![.\\w(])`),
  ]
  for (const { action } of everyStep(call.steps)) {
    if (action.kind !== 'find' && action.kind !== 'list') continue
    const entity = sourceEntity(checking, action.source, bound)
    for (const form of forms) {
      const match = form.exec(action.where?.text ?? '')
      const found = match === null || entity === null ? null : fieldAt(checking, entity, match[1]?.split('.') ?? [])
      if (match === null || found === null) continue
      const { owner, facts } = found
      const isWhole = match[0].trim() === action.where?.text.trim()
      if (
        action.kind === 'find' &&
        action.source.kind === 'entity' &&
        isWhole &&
        owner === entity &&
        !identifies(checking, owner.name, facts.field)
      ) {
        report(
          checking,
          diagnostic('N703', action.where?.span ?? call.path.span, owner.name, facts.field.name).because(
            facts.field.span,
            'It is declared here.',
          ),
        )
      }
      return { entity: owner.name, facts: facts.field }
    }
  }
  return null
}

/** The field at the end of a path through references. */
function fieldAt(
  checking: Checking,
  entity: EntityFacts,
  [name = '', ...rest]: readonly string[],
): { readonly owner: EntityFacts; readonly facts: FieldFacts } | null {
  const facts = entity.fields.get(name)
  if (facts === undefined) return null
  if (rest.length === 0) return { owner: entity, facts }
  const { type } = facts.field
  const next = type.kind === 'reference' ? checking.entities.get(type.entity) : undefined
  return next === undefined ? null : fieldAt(checking, next, rest)
}

export function pathVariables(parameters: readonly PathParameter[]): Map<string, ScopeVariable> {
  return new Map(
    parameters.map(({ name, type }) => [`path.${name}`, { type: valueTypeOfField(type), isOptional: false }]),
  )
}
