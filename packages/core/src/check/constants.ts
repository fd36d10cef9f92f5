// Constants and lookups of point 9 → typed values that every other point can name.
// They come before all else, because a field's length may be a constant.

import { closest, diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { ConstantDraft, LookupDraft } from '../draft/limits.ts'
import type { CatalogueLookup, ValueType } from '../expression/expression.ts'
import type { Constant, LimitsModel } from '../model/limits.ts'
import { amountOf, shownOrAssumed, type Amount } from './amounts.ts'

export function typeConstants(drafts: readonly ConstantDraft[], found: Diagnostic[]): Constant[] {
  const constants = new Map<string, Constant>()
  for (const draft of drafts) {
    const text = shownOrAssumed(draft.value.text)
    if (text === null || constants.has(draft.name.text)) continue
    // A text that is no amount is a text: `Used for` and messages are what it is for.
    const amount = amountOf(text) ?? textAmount(text)
    if (amount === null) {
      found.push(
        diagnostic('N011', draft.value.span, `"${text}" is no number, duration, size or text.`).withHint(
          'Write 20, 7 days, 48 hours, 2 months, 10 MB, 19 %, 250 EUR or "text".',
        ),
      )
      continue
    }
    const usedFor = draft.usedFor.text === '' ? null : draft.usedFor.text
    constants.set(draft.name.text, { name: draft.name.text, ...amount, text, usedFor, span: draft.name.span })
  }
  return [...constants.values()]
}

/** Words without a digit in front are a text; `7 dayz` is a mistake. */
function textAmount(text: string): Amount | null {
  return text === '' || /^[-+]?\d/.test(text) ? null : { type: { kind: 'text' }, value: text }
}

/** Choices by field name: what a lookup's first column can stand for. */
export type ChoicesByName = ReadonlyMap<string, readonly (readonly string[])[]>

export function typeLookups(
  drafts: readonly LookupDraft[],
  choices: ChoicesByName,
  found: Diagnostic[],
): LimitsModel['lookups'] {
  const lookups: (CatalogueLookup & { name: string; span: LookupDraft['span'] })[] = []
  for (const draft of drafts) {
    if (lookups.some((lookup) => lookup.name === draft.name.text)) continue
    const rows = lookupRows(draft, found)
    const argument = argumentType(draft, choices)
    checkCoverage(draft, argument, found)
    lookups.push({ name: draft.name.text, argument, result: rows.result, rows: rows.rows, span: draft.name.span })
  }
  return lookups
}

function lookupRows(draft: LookupDraft, found: Diagnostic[]) {
  const rows: { key: string; value: string | number | boolean }[] = []
  let result: ValueType | null = null
  for (const row of draft.rows) {
    const text = shownOrAssumed(row.value.text)
    if (text === null) continue
    const amount = amountOf(text) ?? textAmount(text)
    if (amount === null) {
      found.push(diagnostic('N011', row.value.span, `"${text}" is no number, duration, size or text.`))
    } else if (result !== null && result.kind !== amount.type.kind) {
      found.push(diagnostic('N902', row.value.span, `The values of a lookup are all of one kind; "${text}" is not.`))
    } else {
      result = amount.type
      rows.push({ key: row.key.text, value: amount.value })
    }
  }
  return { rows, result: result ?? ({ kind: 'text' } as const) }
}

/**
 * The first column's header is a choice field's name. Several entities may have one of that name: the one
 * meant is the one that shares the most words with the rows.
 */
function argumentType(draft: LookupDraft, choices: ChoicesByName): ValueType {
  const keys = new Set(draft.rows.map((row) => row.key.text))
  const shared = (values: readonly string[]) => values.filter((value) => keys.has(value)).length
  const candidates = [...(choices.get(draft.argument.text) ?? [])].sort(
    (a, b) => shared(b) - shared(a) || a.length - b.length,
  )
  return candidates[0] === undefined ? { kind: 'text' } : { kind: 'choice', values: candidates[0] }
}

function checkCoverage(draft: LookupDraft, argument: ValueType, found: Diagnostic[]): void {
  const seen = new Set<string>()
  for (const { key } of draft.rows) {
    if (seen.has(key.text)) {
      found.push(diagnostic('N902', key.span, `"${key.text}" already has a value in this lookup.`))
    } else if (argument.kind === 'choice' && !argument.values.includes(key.text)) {
      found.push(
        diagnostic('N902', key.span, `"${key.text}" is no choice of "${draft.argument.text}".`).suggesting(
          key.text,
          argument.values,
        ),
      )
    }
    seen.add(key.text)
  }
  if (argument.kind !== 'choice') return
  // A misspelt choice is not missing as well.
  const meant = new Set([...seen].map((key) => closest(key, argument.values)))
  const missing = argument.values.filter((value) => !seen.has(value) && !meant.has(value))
  if (missing.length === 0) return
  found.push(
    diagnostic(
      'N902',
      draft.name.span,
      `This lookup has no value for ${missing.map((value) => `"${value}"`).join(', ')}.`,
    ),
  )
}
