// A template → its source form.

import { printExpression } from '../expression/syntax/print-expression.ts'
import type { Template } from '../model/outside/messages.ts'
import { inBraces } from '../model/outside/plural-forms.ts'

export function templateText({ parts }: Template): string {
  return parts
    .map((part) => (part.kind === 'text' ? part.text : inBraces(printExpression(part.expression), part.forms)))
    .join('')
}
