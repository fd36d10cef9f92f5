// Rows of "Query | Type | Keeps only" → checked parameters, and the variables that they are in steps.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, QueryDraft } from '../../draft/calls.ts'
import type { ScopeVariable } from '../../expression/expression.ts'
import type { QueryParameter } from '../../model/calls.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import { report, type Checking } from '../checking.ts'
import { resolveBound } from '../field-types.ts'
import { requireExpression } from '../expressions.ts'
import { readLiteral } from '../literals.ts'
import { reportSecond, type Declared } from '../names.ts'
import { recordScope, type Presence } from '../scopes.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'
import { simpleType } from './inputs.ts'

export function checkQueries(checking: Checking, call: CallDraft, presence: Presence): QueryParameter[] {
  const unique = new Map<string, Declared>()
  const typed = call.queries.flatMap((draft) => {
    if (reportSecond(draft.name, 'a query parameter of this call', unique, checking.found)) return []
    const type = checkType(checking, draft)
    return type === null ? [] : [{ draft, type }]
  })
  const narrowed = call.steps.flatMap(({ action }) =>
    action.kind === 'list' && action.isNarrowedByQuery ? [action.source] : [],
  )[0]
  const entity = narrowed?.kind === 'entity' ? narrowed.entity.text : null
  return typed.map(({ draft, type }) => ({
    name: draft.name.text,
    type,
    otherwise: checkOtherwise(checking, draft, type),
    keepsOnly: checkKeepsOnly(checking, draft, type, entity, presence),
    span: draft.name.span,
  }))
}

function checkType(checking: Checking, draft: QueryDraft): CheckedFieldType | null {
  const simple = simpleType(draft.type.text)
  if (simple === null)
    return report(
      checking,
      diagnostic('N011', draft.type.span, `"${draft.type.text}" is no type of a query parameter.`),
    )
  const bounds = {
    constants: new Map(checking.constants.map((constant) => [constant.name, constant])),
    names: checking.names,
    found: checking.found,
  }
  if (simple.type.kind !== 'whole number') return simple.type
  return { kind: 'whole number', min: resolveBound(draft.min, bounds), max: resolveBound(draft.max, bounds) }
}

function checkOtherwise(checking: Checking, draft: QueryDraft, type: CheckedFieldType): QueryParameter['otherwise'] {
  if (draft.otherwise === null) return null
  const text = draft.otherwise.text.replaceAll('`', '').trim()
  const constant = checking.constants.find(({ name }) => name === text)
  if (constant !== undefined) return constant.value
  if (checking.names.constants.has(text)) return null
  const read = readLiteral(text, type, [])
  if (read.problem === null) return read.value
  return report(
    checking,
    diagnostic('N011', draft.otherwise.span, read.problem).suggesting(text, checking.names.constants.keys()),
  )
}

/** It applies only when the parameter was sent, so there it is not empty. */
function checkKeepsOnly(
  checking: Checking,
  draft: QueryDraft,
  type: CheckedFieldType,
  entity: string | null,
  presence: Presence,
) {
  if (draft.keepsOnly === null) return null
  if (entity === null) {
    return report(checking, diagnostic('N708', draft.keepsOnly.span, 'No step lists records "narrowed by the query".'))
  }
  if (!checking.entities.has(entity)) return null
  const own = [`query.${draft.name.text}`, { type: valueTypeOfField(type), isOptional: false }] as const
  return requireExpression(checking, draft.keepsOnly, recordScope(checking, entity, presence, [own]), {
    kind: 'boolean',
  })
}

/** `query.limit`, for steps. */
export function queryVariables(call: CallDraft, queries: readonly QueryParameter[]): Map<string, ScopeVariable> {
  const variables = new Map<string, ScopeVariable>()
  for (const { name } of call.queries)
    variables.set(`query.${name.text}`, { type: { kind: 'unknown' }, isOptional: false })
  for (const { name, type, otherwise } of queries)
    variables.set(`query.${name}`, { type: valueTypeOfField(type), isOptional: otherwise === null })
  return variables
}
