// Templates of messages and documents → checked templates.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { TemplateDraft } from '../../draft/template.ts'
import type { Scope, ValueType } from '../../expression/expression.ts'
import { typeInWords } from '../../expression/value-types.ts'
import type { Template } from '../../model/outside/messages.ts'
import { categoriesOf, type FormsProblem, formsProblem, type PluralForms } from '../../model/outside/plural-forms.ts'
import type { Span } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { requireExpression } from './expressions.ts'

/** A template: every value that can be printed is accepted. */
export function checkTemplate(checking: Checking, draft: TemplateDraft, scope: Scope): Template {
  const parts = draft.parts.flatMap((part): Template['parts'] => {
    if (part.kind === 'text') return [part]
    const expression = requireExpression(checking, part.expression, scope, null)
    if (expression === null) return []
    const forms = part.forms === null ? {} : checkForms(checking, part.forms, expression.type)
    if (forms === null) return []
    if (isWritable(expression.type)) return [{ kind: 'placeholder', expression, ...forms }]
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

type FormsDraft = NonNullable<Extract<TemplateDraft['parts'][number], { kind: 'placeholder' }>['forms']>

/** `type`: null if only the value decides. Returns null if the forms do not fit, after reporting it. */
export function checkForms(
  checking: Checking,
  { forms, span }: FormsDraft,
  type: ValueType | null,
): { readonly forms: PluralForms } | null {
  if (type !== null && !['integer', 'decimal', 'unknown'].includes(type.kind)) {
    const found = diagnostic('N925', span, 'no number', typeInWords(type))
    return report(checking, found.withHint('Leave them out, or count something: size(lines).'))
  }
  const language = languageOfText(checking)
  const problem = formsProblem(language, forms)
  if (problem === null) return { forms }
  return report(checking, formsDiagnostic(span, language, problem))
}

export function formsDiagnostic(span: Span, language: string, { kind, category }: FormsProblem): Diagnostic {
  const needed = categoriesOf(language).map((each) => `${each} "…"`)
  return diagnostic('N925', span, kind, category, language).withHint(`Write ${needed.join(', ')}; # is the number.`)
}

function languageOfText({ draft }: Checking): string {
  const stated = draft.limits.settings.find(({ name }) => name.text === 'Language')?.value?.text ?? 'en'
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(stated) ? stated : 'en'
}
