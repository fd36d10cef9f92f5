// Draft errors → the checked catalogue. Runs after every point that raises codes, so that it is known what
// is at hand where each message is needed.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { TemplateDraft } from '../draft/calls.ts'
import type { BuiltInErrorDraft, CatalogueEntryDraft } from '../draft/errors.ts'
import type { Scope, ScopeVariable } from '../expression/expression.ts'
import {
  BUILT_IN_ERRORS,
  type BuiltInError,
  type BuiltInOverride,
  type CatalogueEntry,
  type ErrorsModel,
  type MessageTemplate,
} from '../model/errors.ts'
import type { Written } from '../text/source.ts'
import { report, reportAbsence, type Checking } from './checking.ts'
import { requireExpression } from './expressions.ts'
import { recordPath } from './named-paths.ts'

export function checkErrors(checking: Checking): ErrorsModel {
  const { errors } = checking.draft
  const body =
    errors.body === null ? null : requireExpression(checking, errors.body, errorBodyScope(checking), { kind: 'object' })
  const stated = [...checking.names.codes.values()].flatMap((entry) => checkEntry(checking, entry) ?? [])
  const catalogue = checking.names.areCodesNotShown ? provisionalEntries(checking) : stated
  const builtIn: Partial<Record<BuiltInError, BuiltInOverride>> = {}
  for (const entry of errors.builtIn) {
    const checked = checkBuiltIn(checking, entry)
    if (checked !== null) builtIn[checked.name] = checked.override
  }
  return { body, catalogue, builtIn }
}

/** With point 8 not shown, a code answers with nothing but itself, as an input that was refused. */
function provisionalEntries(checking: Checking): CatalogueEntry[] {
  const span = checking.draft.headings.errors ?? { start: 0, end: 0 }
  return [...checking.raised.keys()].map((code) => ({
    code,
    status: 422,
    about: '',
    message: { parts: [{ kind: 'text', text: code }], span },
    span,
  }))
}

function errorBodyScope(checking: Checking): Scope {
  const text: ScopeVariable = { type: { kind: 'text' }, isOptional: false }
  const variables = new Map<string, ScopeVariable>([
    ['code', text],
    ['message', text],
    ['about', text],
    ['requestId', text],
    ['errors', { type: { kind: 'object' }, isOptional: false }],
    ['status', { type: { kind: 'integer' }, isOptional: false }],
  ])
  return { variables, implicit: null, catalogue: checking.catalogue }
}

function checkEntry(checking: Checking, draft: CatalogueEntryDraft): CatalogueEntry | null {
  const raisedAt = checking.raised.get(draft.code.text)
  if (raisedAt === undefined)
    reportAbsence(checking, draft.code.text, diagnostic('N803', draft.code.span, draft.code.text))
  const status = checkStatus(checking, draft.status)
  const message = checkTemplate(checking, draft.message, raisedAt ?? [])
  return status === null
    ? null
    : { code: draft.code.text, status, about: draft.about.text, message, span: draft.code.span }
}

function checkStatus(checking: Checking, written: Written): number | null {
  const status = Number(written.text)
  if (/^\d{3}$/.test(written.text) && status >= 400 && status <= 599) return status
  return report(
    checking,
    diagnostic('N011', written.span, `A refusal answers with a status from 400 to 599; "${written.text}" is none.`),
  )
}

function checkBuiltIn(
  checking: Checking,
  draft: BuiltInErrorDraft,
): { name: BuiltInError; override: BuiltInOverride } | null {
  const name = BUILT_IN_ERRORS.find((known) => known === draft.name.text)
  if (name === undefined)
    return report(
      checking,
      diagnostic('N808', draft.name.span, draft.name.text).suggesting(draft.name.text, BUILT_IN_ERRORS),
    )
  const isEmpty = draft.message.parts.length === 0
  return {
    name,
    override: {
      status: draft.status.text === '' ? null : checkStatus(checking, draft.status),
      about: draft.about.text === '' ? null : draft.about.text,
      message: isEmpty ? null : checkTemplate(checking, draft.message, null),
      span: draft.name.span,
    },
  }
}

/**
 * Placeholders are paths or constants. `raisedAt` null: a supplied error, whose limits the product fills in.
 * An empty list: nothing raises it, and it has a warning already.
 */
function checkTemplate(
  checking: Checking,
  draft: TemplateDraft,
  raisedAt: readonly (Scope | null)[] | null,
): MessageTemplate {
  const parts = draft.parts.flatMap((part): MessageTemplate['parts'] => {
    if (part.kind === 'text') return [part]
    const written = part.expression
    const constant = checking.constants.find(({ name }) => name === written.text)
    if (constant !== undefined || checking.names.constants.has(written.text))
      checking.names.recorder.use('constant', written)
    if (constant !== undefined) return [{ kind: 'constant', text: constant.text, value: constant.value }]
    // A constant whose value is not shown leaves its place in the sentence as it is written.
    if (checking.names.constants.has(written.text)) return [{ kind: 'text', text: `{${written.text}}` }]
    const path = written.text.split('.')
    const isPath = path.every((name) => /^[A-Za-z_]\w*$/.test(name))
    if (!isPath || !isAtHand(checking, path, raisedAt)) {
      report(
        checking,
        diagnostic('N804', written.span, written.text).suggesting(written.text, namesAtHand(checking, raisedAt)),
      )
      return []
    }
    for (const scope of raisedAt ?? []) if (scope !== null) recordPath(checking, written, scope)
    return [{ kind: 'path', path }]
  })
  return { parts, span: draft.span }
}

/** What the product can fill into the words of its supplied errors. */
const SUPPLIED = ['field', 'min', 'max', 'limit', 'value', 'entity', 'transition', 'state']

function isAtHand(checking: Checking, path: readonly string[], raisedAt: readonly (Scope | null)[] | null): boolean {
  if (raisedAt === null) return path.length === 1 && SUPPLIED.includes(path[0] ?? '')
  return raisedAt.every((scope) => scope !== null && leadsSomewhere(checking, path, scope))
}

/** A bound name, a dotted one, or a field of the record at hand; then fields of the records on the way. */
function leadsSomewhere(checking: Checking, path: readonly string[], scope: Scope): boolean {
  for (let length = path.length; length > 0; length--) {
    const variable = scope.variables.get(path.slice(0, length).join('.'))
    if (variable !== undefined) return followsFields(checking, variable, path.slice(length))
  }
  const implicit = scope.implicit === null ? undefined : scope.variables.get(scope.implicit)
  return implicit !== undefined && followsFields(checking, implicit, path)
}

function followsFields(checking: Checking, from: ScopeVariable, path: readonly string[]): boolean {
  let type = from.type
  for (const name of path) {
    if (type.kind === 'unknown') return true
    if (type.kind !== 'record') return false
    const field = checking.catalogue.entities.get(type.entity)?.fields.get(name)
    if (field === undefined || field.isHidden) return false
    type = field.type
  }
  return type.kind !== 'list' && type.kind !== 'object'
}

function namesAtHand(checking: Checking, raisedAt: readonly (Scope | null)[] | null): string[] {
  if (raisedAt === null) return SUPPLIED
  const names = [...checking.names.constants.keys()]
  for (const scope of raisedAt) {
    names.push(...(scope?.variables.keys() ?? []))
    const implicit = scope?.variables.get(scope.implicit ?? '')
    if (implicit?.type.kind === 'record')
      names.push(...(checking.catalogue.entities.get(implicit.type.entity)?.fields.keys() ?? []))
  }
  return names
}
