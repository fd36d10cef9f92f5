// `:number` in a call's path → a parameter with the type of the field that a step compares it with. The type is needed
// before the steps are checked, so it is taken from the text of the "find" steps.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, RecordSourceDraft } from '../../draft/calls.ts'
import type { ScopeVariable } from '../../expression/expression.ts'
import type { PathParameter } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
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

/** `number == path.number`, in either order, in a step that finds one record. */
function comparison(checking: Checking, call: CallDraft, parameter: string, bound: ReadonlyMap<string, string>) {
  const field = '(?:this\\.)?([A-Za-z_][A-Za-z0-9_]*)'
  const forms = [
    new RegExp(`(?<![.\\w])${field}\\s*==\\s*path\\.${parameter}(?!\\w)`),
    new RegExp(`(?<![.\\w])path\\.${parameter}\\s*==\\s*${field}(?![.\\w(])`),
  ]
  for (const { action } of everyStep(call.steps)) {
    if (action.kind !== 'find' && action.kind !== 'list') continue
    const entity = sourceEntity(checking, action.source, bound)
    for (const form of forms) {
      const match = form.exec(action.where?.text ?? '')
      const facts = entity?.fields.get(match?.[1] ?? '')
      if (match === null || entity === null || facts === undefined) continue
      const isWhole = match[0].trim() === action.where?.text.trim()
      if (
        action.kind === 'find' &&
        action.source.kind === 'entity' &&
        isWhole &&
        !identifies(checking, entity.name, facts.field)
      ) {
        report(
          checking,
          diagnostic('N703', action.where?.span ?? call.path.span, entity.name, facts.field.name).because(
            facts.field.span,
            'It is declared here.',
          ),
        )
      }
      return { entity: entity.name, facts: facts.field }
    }
  }
  return null
}

export function pathVariables(parameters: readonly PathParameter[]): Map<string, ScopeVariable> {
  return new Map(
    parameters.map(({ name, type }) => [`path.${name}`, { type: valueTypeOfField(type), isOptional: false }]),
  )
}
