// Draft errors → the checked catalogue. Runs after every point that raises codes, so that the scope of each message is
// known.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { BuiltInErrorDraft, CatalogueEntryDraft } from '../draft/errors.ts'
import {
  BUILT_IN_ERRORS,
  BUILT_IN_WORDS,
  type BuiltInError,
  type BuiltInOverride,
  type CatalogueEntry,
  type ErrorsModel,
} from '../model/errors.ts'
import { everyStep } from '../model/steps/every-step.ts'
import type { Written } from '../text/source.ts'
import { report, reportAbsence, type Checking } from './checking.ts'
import { checkErrorBody, checkErrorHeaders } from './calls/error-body.ts'
import { checkTemplate } from './expressions/message-templates.ts'

export function checkErrors(checking: Checking): ErrorsModel {
  const { errors } = checking.draft
  const body = checkErrorBody(checking, errors)
  const headers = checkErrorHeaders(checking, errors.headers)
  const stated = [...checking.names.codes.values()].flatMap((entry) => checkEntry(checking, entry) ?? [])
  const catalogue = checking.names.areCodesNotShown ? provisionalEntries(checking) : stated
  const builtIn: Partial<Record<BuiltInError, BuiltInOverride>> = {}
  for (const entry of errors.builtIn) {
    const checked = checkBuiltIn(checking, entry)
    if (checked === null) continue
    const first = builtIn[checked.name]
    if (first !== undefined)
      report(
        checking,
        diagnostic('N801', entry.name.span, entry.name.text).because(first.span, 'It is first worded here.'),
      )
    else builtIn[checked.name] = checked.override
  }
  // Messages for unreadable bodies also apply to these errors, unless they have their own.
  const unread = builtIn['body not readable']
  if (unread !== undefined) {
    builtIn['body too large'] ??= unread
    builtIn['media type not supported'] ??= unread
  }
  noteUnwordedErrors(checking, builtIn)
  return { ...(body ?? { body: null }), ...(headers.length === 0 ? {} : { headers }), catalogue, builtIn }
}

/** N807: built-in messages are in English or German. */
function noteUnwordedErrors(checking: Checking, worded: ErrorsModel['builtIn']): void {
  const { errors, limits } = checking.draft
  const language = limits.settings.find(({ name }) => name.text.toLowerCase() === 'language')?.value ?? null
  if (language === null || errors.areBuiltInAsSupplied || !/^(?!(?:en|de)\b)[a-z]{2,3}(?:-|$)/.test(language.text))
    return
  const missing = BUILT_IN_ERRORS.filter((name) => (worded[name]?.message ?? null) === null)
  if (missing.length === 0) return
  const hint = `Word them in a table "Built-in error | Status | About | Message": ${missing.join(', ')}.`
  report(checking, diagnostic('N807', language.span, language.text, missing.length).withHint(hint))
}

/** If point 8 is not shown, a code answers only itself, with the status of an invalid input. */
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

/** Steps of an unknown transition were not checked, but raise the code anyway. */
function isInUncheckedStep({ draft: { states } }: Checking, code: string): boolean {
  return states.procedures.some(({ steps }) => everyStep(steps).some(({ orFail }) => orFail?.text === code))
}

function checkEntry(checking: Checking, draft: CatalogueEntryDraft): CatalogueEntry | null {
  const raisedAt = checking.raised.get(draft.code.text)
  if (raisedAt === undefined && !isInUncheckedStep(checking, draft.code.text))
    reportAbsence(
      checking,
      draft.code.text,
      diagnostic('N803', draft.code.span, draft.code.text).withHint(
        BUILT_IN_ERRORS.some((name) => name === draft.code.text)
          ? 'The errors of the product have a table of their own: "Built-in error | Status | About | Message".'
          : null,
      ),
    )
  const status = checkStatus(checking, draft.status)
  refuseSwapped(checking, draft)
  const message = checkTemplate(checking, draft.message, { kind: 'places', scopes: raisedAt ?? [] })
  return status === null
    ? null
    : { code: draft.code.text, status, about: draft.about.text, message, span: draft.code.span }
}

/** N011: the subject of a refusal is a name; a sentence or a number means that cells are swapped. */
function refuseSwapped(checking: Checking, { about }: Pick<CatalogueEntryDraft, 'about'>): void {
  if (/[.!?]$|[{}]/.test(about.text))
    report(
      checking,
      diagnostic('N011', about.span, 'sentence in About').withHint('Write the sentence under "Message".'),
    )
  if (/^\d+$/.test(about.text))
    report(checking, diagnostic('N011', about.span, 'number in About').withHint('Write the status under "Status".'))
}

function checkStatus(checking: Checking, written: Written): number | null {
  const status = Number(written.text)
  if (/^\d{3}$/.test(written.text) && ((status >= 200 && status <= 299) || (status >= 400 && status <= 599)))
    return status
  return report(checking, diagnostic('N011', written.span, 'no error status', written.text))
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
  refuseSwapped(checking, draft)
  const isEmpty = draft.message.parts.length === 0
  return {
    name,
    override: {
      status: draft.status.text === '' ? null : checkStatus(checking, draft.status),
      about: draft.about.text === '' ? null : draft.about.text,
      message: isEmpty ? null : checkTemplate(checking, draft.message, { kind: 'words', words: BUILT_IN_WORDS[name] }),
      span: draft.name.span,
    },
  }
}
