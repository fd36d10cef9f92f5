// Constants and lookups of point 9 → typed values that every other point can name. They are checked first, because a
// field's length may be a constant.

import type { UnsupportedAmount } from '../../diagnostic/registry.ts'
import { ownValue } from '../../model/find.ts'
import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { closest } from '../../diagnostic/did-you-mean.ts'
import type { ConstantDraft, LookupDraft } from '../../draft/limits.ts'
import type { CatalogueLookup, ValueType } from '../../expression/expression.ts'
import { sameType } from '../../expression/value-types.ts'
import type { Constant, LimitsModel } from '../../model/limits.ts'
import type { Written } from '../../text/source.ts'
import { amountOf, UNITS, type Amount } from './amounts.ts'
import { type Calendars, workingAmount } from './calendars.ts'

export function typeConstants(drafts: readonly ConstantDraft[], calendars: Calendars, found: Diagnostic[]): Constant[] {
  const constants = new Map<string, Constant>()
  for (const { name, value, usedFor } of drafts) {
    if (value === null || constants.has(name.text)) continue
    const amount = statedAmount(value, calendars, found)
    if (amount === null) continue
    if (amount.type.kind === 'text' && (SOUNDS_SECRET.test(name.text) || LOOKS_SECRET.test(String(amount.value))))
      found.push(diagnostic('N907', value.span, name.text).withHint(`Write ${SECRETS_HINT}`))
    const { text } = value
    const use = usedFor.text === '' ? null : usedFor.text
    constants.set(name.text, { name: name.text, ...amount, text, usedFor: use, span: name.span })
  }
  return [...constants.values()]
}

const SOUNDS_SECRET = /(?:password|secret|api_?key|access_?key|private_?key|token)$/i

/** Prefixes of well-known secrets: Stripe, GitHub, GitLab, Slack, AWS, Google, OpenAI, webhooks, PEM, JWT. */
const LOOKS_SECRET =
  /^(?:[sr]k_(?:live|test)_|gh[opsur]_|github_pat_|glpat-|xox[abprs]-|A[KS]IA[0-9A-Z]{12}|AIza[\w-]{30}|sk-[\w-]{20}|whsec_|SG\.[\w-]{16}|-----BEGIN [A-Z ]*PRIVATE KEY|eyJ[\w-]+\.eyJ[\w-]+\.)|^[a-z][a-z0-9+]*:\/\/[^/@\s:]*:[^/@\s]+@/

export const SECRETS_HINT =
  'a setting "Secrets" with their names alone; the values are given to the program that runs it.'

/** A text that is not an amount is kept as text, for messages and `Used for`. */
export function statedAmount(written: Written, calendars: Calendars, found: Diagnostic[]): Amount | null {
  const { text } = written
  const working = workingAmount(written, calendars, found)
  if (working !== null) return working === 'refused' ? null : working
  const [, currency, digits] = /^([A-Z]{3}) ?(-?\d+(?:\.\d+)?)$/.exec(text) ?? []
  if (currency !== undefined && digits !== undefined) {
    const told = diagnostic('N011', written.span, 'currency behind the amount', text)
    found.push(told.suggesting(text, [`${digits} ${currency}`]))
    return null
  }
  const amount = amountOf(text) ?? textAmount(text)
  if (amount !== null) return amount
  const later = LATER.find(([form]) => form.test(text))
  if (later !== undefined) {
    found.push(diagnostic('N013', written.span, later[1]).withHint(later[2]))
    return null
  }
  const told = diagnostic('N011', written.span, 'no value', text)
  const unit = /^(?<digits>-?\d+(?:\.\d+)?) ?(?<unit>[A-Za-z]+)$/.exec(text)?.groups
  const nearest = unit === undefined ? null : closest(unit['unit'] ?? '', UNITS)
  const spelt = ownValue(UNIT_SHORT, (unit?.['unit'] ?? '').toLowerCase()) ?? nearest
  const meant = spelt === null ? undefined : `${unit?.['digits'] ?? ''} ${spelt}`
  const point = /^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : undefined
  found.push(
    told
      .withHint('Write 20, 7 days, 2 months, 10 MB, 19 %, 250 EUR, 2026-01-31, 17:30, yes or "text".')
      .meaning(point ?? meant),
  )
  return null
}

/** Values of a later version, and what can be stated now. */
const LATER: readonly (readonly [RegExp, UnsupportedAmount, string])[] = [
  [/^-?\d+(?:\.\d+)? [A-Z]{3} (?:per|for|to) (?:1 )?[A-Z]{3}$/, 'currency rates', 'Write the rate as a number: 1.1.'],
]

/** Common abbreviations of units. */
const UNIT_SHORT: Readonly<Record<string, string>> = {
  s: 'seconds',
  sec: 'seconds',
  secs: 'seconds',
  min: 'minutes',
  mins: 'minutes',
  h: 'hours',
  hr: 'hours',
  hrs: 'hours',
  d: 'days',
  w: 'weeks',
  mb: 'MB',
  kb: 'KB',
  gb: 'GB',
}

/** Words without a leading digit are a text; `7 dayz` is a mistake, and `none` is not a value. */
function textAmount(text: string): Amount | null {
  if (text === '' || /^[-+]?\d/.test(text) || /^(?:none|out of scope)\b/i.test(text)) return null
  return { type: { kind: 'text' }, value: text, unit: null }
}

/** Choices and states by field name, for a lookup's first column. Absent fields have none. */
export type ChoicesByName = ReadonlyMap<string, readonly (readonly string[])[]>

export function typeLookups(
  drafts: readonly LookupDraft[],
  choices: ChoicesByName,
  calendars: Calendars,
  found: Diagnostic[],
): LimitsModel['lookups'] {
  const lookups: (CatalogueLookup & { name: string; span: LookupDraft['span'] })[] = []
  for (const draft of drafts) {
    if (lookups.some((lookup) => lookup.name === draft.name.text)) continue
    const argument = argumentType(draft, choices, found)
    checkCoverage(draft, argument, found)
    const typed = lookupRows(draft, calendars, found)
    // A lookup with a missing value is known by name only, because it has no result for that choice.
    if (typed !== null) lookups.push({ name: draft.name.text, argument, ...typed, span: draft.name.span })
  }
  return lookups
}

function lookupRows(
  draft: LookupDraft,
  calendars: Calendars,
  found: Diagnostic[],
): Pick<CatalogueLookup, 'rows' | 'result'> | null {
  const rows: { key: string; value: string | number | boolean }[] = []
  let first: Amount | null = null
  for (const { key, value } of draft.rows) {
    const amount = value === null ? null : statedAmount(value, calendars, found)
    if (amount === null || value === null) continue
    if (first !== null && (!sameType(first.type, amount.type) || first.unit !== amount.unit)) {
      found.push(diagnostic('N902', value.span, 'other kind', value.text))
      continue
    }
    first ??= amount
    rows.push({ key: key.text, value: amount.value })
  }
  if (first === null || draft.rows.some(({ value }) => value === null)) return null
  return { rows, result: first.type }
}

/**
 * The first column's header is the name of a choice field. If several entities have one, the field that shares the most
 * words with the rows is meant.
 */
function argumentType(draft: LookupDraft, choices: ChoicesByName, found: Diagnostic[]): ValueType {
  const keys = new Set(draft.rows.map((row) => row.key.text))
  const shared = (values: readonly string[]) => values.filter((value) => keys.has(value)).length
  const { argument } = draft
  const candidates = [...(choices.get(argument.text) ?? [])].sort(
    (a, b) => shared(b) - shared(a) || a.length - b.length,
  )
  if (candidates[0] !== undefined) return { kind: 'choice', values: candidates[0] }
  // The choice may belong to a field that is not known yet.
  if (choices.has(argument.text) || choices.size === 0) return { kind: 'unknown' }
  found.push(
    diagnostic('N902', argument.span, 'neither choice nor state', argument.text).suggesting(
      argument.text,
      choices.keys(),
    ),
  )
  return { kind: 'unknown' }
}

function checkCoverage(draft: LookupDraft, argument: ValueType, found: Diagnostic[]): void {
  const seen = new Set<string>()
  for (const { key } of draft.rows) {
    if (seen.has(key.text)) {
      found.push(diagnostic('N902', key.span, 'second value', key.text))
    } else if (argument.kind === 'choice' && !argument.values.includes(key.text)) {
      found.push(
        diagnostic('N902', key.span, 'no choice', key.text, draft.argument.text).suggesting(key.text, argument.values),
      )
    }
    seen.add(key.text)
  }
  if (argument.kind !== 'choice') return
  // A misspelt choice is not reported as missing as well.
  const meant = new Set([...seen].map((key) => closest(key, argument.values)))
  const missing = argument.values.filter((value) => !seen.has(value) && !meant.has(value))
  if (missing.length === 0) return
  found.push(diagnostic('N902', draft.name.span, 'missing values', missing.map((value) => `"${value}"`).join(', ')))
}
