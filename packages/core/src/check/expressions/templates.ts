// Templates of messages and documents → checked templates.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { TemplateDraft } from '../../draft/template.ts'
import type { Scope, ValueType } from '../../expression/expression.ts'
import { typeInWords } from '../../expression/value-types.ts'
import type { Template } from '../../model/outside/messages.ts'
import { report, type Checking } from '../checking.ts'
import { requireExpression } from './expressions.ts'

/** A template: every value that can be printed is accepted. */
export function checkTemplate(checking: Checking, draft: TemplateDraft, scope: Scope): Template {
  const parts = draft.parts.flatMap((part): Template['parts'] => {
    if (part.kind === 'text') return [part]
    const expression = requireExpression(checking, part.expression, scope, null)
    if (expression === null) return []
    if (isWritable(expression.type)) return [{ kind: 'placeholder', expression }]
    const type = typeInWords(expression.type)
    const found = diagnostic(
      'N054',
      part.expression.span,
      'no words of its own',
      type.charAt(0).toUpperCase() + type.slice(1),
    )
    report(checking, found.withHint('Name one of its fields.'))
    return []
  })
  return { parts, span: draft.span }
}

function isWritable(type: ValueType): boolean {
  return type.kind === 'list' ? isWritable(type.of) : !['record', 'object'].includes(type.kind)
}
