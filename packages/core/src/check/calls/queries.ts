// Rows of "Query | Type | Keeps only" → checked parameters, and their variables in steps.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, QueryDraft } from '../../draft/calls.ts'
import type { ScopeVariable } from '../../expression/expression.ts'
import type { QueryParameter } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { isUnread } from '../../model/steps/kinds-of-steps.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import { report, type Checking } from '../checking.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { ownerOfCall } from '../entities/declarations.ts'
import { innerSpan } from '../expressions/part-of-written.ts'
import { readLiteral } from '../expressions/literals.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { recordScope, type Presence } from '../names/scopes.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'
import { resolveEntity, resolveField } from '../names/resolve.ts'
import { checkBareType } from './bare-types.ts'
import { boundRecords, sourceEntity } from './path-parameters.ts'
import { listed, unixOf } from './inputs.ts'

export function checkQueries(checking: Checking, call: CallDraft, presence: Presence): QueryParameter[] {
  const unique = new Map<string, Declared>()
  const typed = call.queries.flatMap((draft) => {
    if (reportSecond(draft.name, 'a query parameter of this call', unique, checking.found)) return []
    const type = checkSentType(checking, draft)
    if (type === null) return []
    return [{ draft, type: type.kind === 'choices' ? ({ ...type, kind: 'choice' } as const) : type }]
  })
  const entity = narrowedEntity(checking, call)
  const parameters = typed.map(({ draft, type }) => ({
    name: draft.name.text,
    ...(draft.sentAs === undefined ? {} : { sentAs: draft.sentAs }),
    type,
    isList: isListed(draft),
    ...(draft.like.kind === 'type' && draft.like.isSplit === true ? { isSplit: true as const } : {}),
    ...unixOf(checking, draft.like, { kind: 'type', type }),
    otherwise: checkOtherwise(checking, draft, type),
    keepsOnly: null,
    span: draft.name.span,
  }))
  const variables = queryVariables(call, parameters)
  return parameters.map((parameter, index) => {
    const draft = typed[index]?.draft ?? null
    return { ...parameter, keepsOnly: checkKeepsOnly(checking, call, draft, variables, entity, presence) }
  })
}

/**
 * Entity of the records that the query filters. Null: no step lists such records. Queries are checked before the steps
 * that use them, so paths through relations are resolved in the draft.
 */
function narrowedEntity(checking: Checking, call: CallDraft): string | null {
  const narrowed = everyStep(call.steps).find(({ action }) => action.kind === 'list' && action.isNarrowedByQuery)
  if (narrowed?.action.kind !== 'list') return null
  const { source } = narrowed.action
  if (source.kind === 'entity') return source.entity.text
  return sourceEntity(checking, source, boundRecords(checking, call))?.name ?? null
}

/** The type of a value that is sent as text in an address, a header or a cookie. */
export function checkSentType(checking: Checking, { like }: QueryDraft): CheckedFieldType | null {
  switch (like.kind) {
    case 'absent':
    case 'objects':
    case 'map':
      return null
    case 'one of':
      return { kind: 'choice', values: [...new Set(like.options.map(({ text }) => text))] }
    case 'type':
      return checkBareType(checking, like)
    case 'field': {
      const entity = resolveEntity(checking, like.entity)
      const facts = entity === null ? null : resolveField(checking, entity, like.field)
      if (entity === null || facts === null) return null
      const { type } = facts.field
      if (type.kind === 'state') return { kind: 'choice', values: statesOf(checking, entity.name, facts.field.name) }
      if (
        !['collection', 'password', 'file', 'map', 'json', 'secret text'].includes(type.kind) &&
        !facts.field.isHidden
      )
        return type
      return report(checking, diagnostic('N011', like.field.span, 'not in an address', like.field.text))
    }
  }
}

function statesOf(checking: Checking, entity: string, field: string): string[] {
  return checking.names.machines.get(`${entity}.${field}`)?.states.map(({ name }) => name.text) ?? []
}

function checkOtherwise(checking: Checking, draft: QueryDraft, type: CheckedFieldType): QueryParameter['otherwise'] {
  if (draft.otherwise === null) return null
  const text = draft.otherwise.text.replaceAll('`', '').trim()
  const constant = checking.constants.find(({ name }) => name === text)
  if (constant !== undefined) {
    checking.names.recorder.use('constant', { text, span: innerSpan(draft.otherwise, text) })
    return constant.value
  }
  if (checking.names.constants.has(text)) return null
  const read = readLiteral(text, type, [])
  if (read.problem === null) return read.value
  return report(
    checking,
    diagnostic('N011', draft.otherwise.span, ...read.problem).suggesting(text, checking.names.constants.keys()),
  )
}

/**
 * The condition applies only if the parameter was sent, so the parameter is not empty in it. Other parameters may be.
 */
function checkKeepsOnly(
  checking: Checking,
  call: CallDraft,
  draft: QueryDraft | null,
  variables: ReadonlyMap<string, ScopeVariable>,
  entity: string | null,
  presence: Presence,
) {
  if (draft === null || draft.keepsOnly === null) return null
  if (entity === null) {
    // A step with an error, or an open one, may list the records.
    if (everyStep(call.steps).some(isUnread)) return null
    return report(checking, diagnostic('N708', draft.keepsOnly.span, 'no narrowed list'))
  }
  if (!checking.entities.has(entity)) return null
  const own = `query.${draft.name.text}`
  const parameters = [...variables].map(([name, variable]): [string, ScopeVariable] => [
    name,
    name === own ? { ...variable, isOptional: false } : variable,
  ])
  const scope = { ...recordScope(checking, entity, presence, parameters), owner: ownerOfCall(call) }
  return requireExpression(checking, draft.keepsOnly, scope, { kind: 'boolean' })
}

/** Several choices are sent like a list of values. */
function isListed({ like }: QueryDraft): boolean {
  return (
    (like.kind === 'field' && like.list !== undefined) ||
    (like.kind === 'type' &&
      (like.isList || like.type.kind === 'choices' || (like.type.kind === 'shared choice' && like.type.areSeveral)))
  )
}

/** `query.limit`, for steps. */
export function queryVariables(call: CallDraft, queries: readonly QueryParameter[]): Map<string, ScopeVariable> {
  const variables = new Map<string, ScopeVariable>()
  for (const { name } of call.queries)
    variables.set(`query.${name.text}`, { type: { kind: 'unknown' }, isOptional: false })
  for (const { name, type, isList, otherwise } of queries)
    variables.set(`query.${name}`, {
      type: listed(valueTypeOfField(type), isList),
      isOptional: otherwise === null && !isList,
    })
  return variables
}
