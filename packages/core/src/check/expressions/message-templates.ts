// The message of an error → a template whose placeholders are available wherever the error is raised.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { TemplateDraft } from '../../draft/template.ts'
import type { Scope, ScopeVariable, ValueType } from '../../expression/expression.ts'
import { membersOf } from '../../expression/members.ts'
import type { MessageTemplate } from '../../model/errors.ts'
import type { PluralForms } from '../../model/outside/plural-forms.ts'
import { report, type Checking } from '../checking.ts'
import { recordPath } from '../names/named-paths.ts'
import { checkForms } from './templates.ts'

/**
 * Names for a message besides constants. If no place raises it, anything is accepted, because there is a warning
 * already.
 */
export type AtHand =
  | { readonly kind: 'places'; readonly scopes: readonly (Scope | null)[] }
  /** Values that the product provides for its own errors. */
  | { readonly kind: 'words'; readonly words: readonly string[] }

/** Placeholders are paths or constants. */
export function checkTemplate(checking: Checking, draft: TemplateDraft, atHand: AtHand): MessageTemplate {
  const parts = draft.parts.flatMap((part): MessageTemplate['parts'] => {
    if (part.kind === 'text') return [part]
    const written = part.expression
    const forms = formsOf(checking, part, atHand)
    if (forms === null) return []
    const constant = checking.constants.find(({ name }) => name === written.text)
    if (constant !== undefined || checking.names.constants.has(written.text))
      checking.names.recorder.use('constant', written)
    if (constant !== undefined)
      return [{ kind: 'constant', name: constant.name, text: constant.text, value: constant.value, ...forms }]
    // A constant without a shown value stays in the sentence as a placeholder.
    if (checking.names.constants.has(written.text)) return [{ kind: 'text', text: `{${written.text}}` }]
    const path = written.text.split('.')
    const isPath = path.every((name) => /^[A-Za-z_]\w*$/.test(name))
    if (!isPath || !isAtHand(checking, path, atHand)) {
      const found = diagnostic('N804', written.span, written.text)
      const isElsewhere = isPath && isAtHandSomewhere(checking, path, atHand)
      report(
        checking,
        isElsewhere
          ? found.withHint('Only some of the places that raise it have this. Give the others a code of their own.')
          : found.suggesting(written.text, namesAtHand(checking, atHand)),
      )
      return []
    }
    if (atHand.kind === 'places')
      for (const scope of atHand.scopes) if (scope !== null) recordPath(checking, written, scope)
    return [{ kind: 'path', path, ...forms }]
  })
  return { parts, span: draft.span }
}

/** Browsers fill the words of built-in errors, too, and they do not know plural forms. */
function formsOf(
  checking: Checking,
  { forms }: Extract<TemplateDraft['parts'][number], { kind: 'placeholder' }>,
  atHand: AtHand,
): { readonly forms?: PluralForms } | null {
  if (forms === null) return {}
  if (atHand.kind === 'words') return report(checking, diagnostic('N925', forms.span, 'not here'))
  return checkForms(checking, forms, null)
}

function isAtHand(checking: Checking, path: readonly string[], atHand: AtHand): boolean {
  if (atHand.kind === 'words') return path.length === 1 && atHand.words.includes(path[0] ?? '')
  return atHand.scopes.every((scope) => scope !== null && leadsSomewhere(checking, path, scope))
}

function isAtHandSomewhere(checking: Checking, path: readonly string[], atHand: AtHand): boolean {
  return (
    atHand.kind === 'places' && atHand.scopes.some((scope) => scope !== null && leadsSomewhere(checking, path, scope))
  )
}

/** A bound name, a dotted one, or a field of the bound record; then fields along the path. */
function leadsSomewhere(checking: Checking, path: readonly string[], scope: Scope): boolean {
  for (let length = path.length; length > 0; length--) {
    const variable = scope.variables.get(path.slice(0, length).join('.'))
    if (variable !== undefined) return followsFields(checking, variable, path.slice(length))
  }
  const implicit = scope.implicit === null ? undefined : scope.variables.get(scope.implicit)
  return implicit !== undefined && followsFields(checking, implicit, path)
}

function followsFields(checking: Checking, from: ScopeVariable, path: readonly string[]): boolean {
  if (from.type.kind === 'group') return isSentPart(from.type, path)
  let type: ValueType = from.type
  for (const name of path) {
    if (type.kind === 'unknown') return true
    // For a record's field; sent values are printed unchanged.
    const member: ScopeVariable | undefined = type === from.type ? undefined : membersOf(type)?.get(name)
    if (member !== undefined) {
      type = member.type
      continue
    }
    if (type.kind !== 'record') return false
    const field = checking.catalogue.entities.get(type.entity)?.fields.get(name)
    if (field === undefined || field.isHidden) return false
    type = field.type
  }
  return type.kind !== 'list' && type.kind !== 'object'
}

/** A value of an object in a sent list. */
function isSentPart(group: ValueType, path: readonly string[]): boolean {
  const type = path.reduce<ValueType | null>(
    (within, name) => (within?.kind === 'group' ? (membersOf(within)?.get(name)?.type ?? null) : null),
    group,
  )
  return type !== null && !['list', 'object', 'group', 'record'].includes(type.kind)
}

function namesAtHand(checking: Checking, atHand: AtHand): string[] {
  const names = [...checking.names.constants.keys()]
  if (atHand.kind === 'words') return [...atHand.words, ...names]
  for (const scope of atHand.scopes) {
    names.push(...(scope?.variables.keys() ?? []))
    const implicit = scope?.variables.get(scope.implicit ?? '')
    if (implicit?.type.kind === 'record')
      names.push(...(checking.catalogue.entities.get(implicit.type.entity)?.fields.keys() ?? []))
  }
  return names
}
