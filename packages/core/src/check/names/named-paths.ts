// A dotted path in a message → its names, recorded as far as the scope resolves them.

import type { Scope, ScopeVariable } from '../../expression/expression.ts'
import type { Written } from '../../text/source.ts'
import type { Checking } from '../checking.ts'
import { partOfWritten } from '../expressions/part-of-written.ts'

/** `{ticket.number}`: the longest dotted variable in scope, then fields of its value. */
export function recordPath(checking: Checking, written: Written, scope: Scope): void {
  const { recorder } = checking.names
  const names = written.text.split('.')
  for (let length = names.length; length > 0; length--) {
    const name = names.slice(0, length).join('.')
    const variable = scope.variables.get(name)
    if (variable === undefined) continue
    const { span } = partOfWritten(written, 0, name.length)
    recorder.name(span, { kind: 'variable', name, of: scope.owner ?? null, ...variable })
    return recordFields(checking, written, name.length + 1, variable)
  }
  const implicit = scope.implicit === null ? undefined : scope.variables.get(scope.implicit)
  if (implicit !== undefined) recordFields(checking, written, 0, implicit)
}

function recordFields(checking: Checking, written: Written, from: number, { type }: ScopeVariable): void {
  const name = written.text.slice(from).split('.')[0] ?? ''
  const entity = type.kind === 'record' ? type.entity : ''
  const field = checking.catalogue.entities.get(entity)?.fields.get(name)
  if (field === undefined) return
  const { span } = partOfWritten(written, from, from + name.length)
  checking.names.recorder.name(span, { kind: 'field', name, of: entity, ...field })
  recordFields(checking, written, from + name.length + 1, field)
}
