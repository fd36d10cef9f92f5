// The source of a `for each` over values instead of records → the list, and the type of its items.

import type { RecordSourceDraft } from '../../draft/calls.ts'
import type { Expression, Scope, ScopeVariable, ValueType } from '../../expression/expression.ts'
import { membersOf } from '../../expression/members.ts'
import { requireExpression } from '../expressions/expressions.ts'
import type { StepContext } from './step-context.ts'

export interface ListOfValues {
  readonly list: Expression
  readonly of: ValueType
  /** The list came with the request. */
  readonly isSent: boolean
}

/** Null: not a list of values; the source is then checked as one of records. */
export function listedValues(stepping: StepContext, source: RecordSourceDraft, scope: Scope): ListOfValues | null {
  const written =
    source.kind === 'entity'
      ? source.entity
      : {
          text: `${source.of.text}.${source.relation.text}`,
          span: { start: source.of.span.start, end: source.relation.span.end },
        }
  const variable = variableAt(scope, written.text)
  if (variable === null || variable.type.kind !== 'list' || variable.type.of.kind === 'record') return null
  const list = requireExpression(stepping.checking, written, scope, null)
  if (list === null || list.type.kind !== 'list') return null
  const [head = ''] = written.text.split('.')
  return { list, of: list.type.of, isSent: head === 'input' || stepping.sent.has(head) }
}

/** `input.items`, `names`, `line.options`. */
function variableAt({ variables }: Scope, name: string): ScopeVariable | null {
  const whole = variables.get(name)
  if (whole !== undefined) return whole
  const [head = '', ...path] = name.split('.')
  let value = variables.get(head)
  for (const part of path) value = value?.type.kind === 'group' ? membersOf(value.type)?.get(part) : undefined
  return value ?? null
}
