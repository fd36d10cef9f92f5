// Rules of a field → their mistakes: for its type, with each other, on their own.

import { RE2JS } from 're2js'
import { diagnostic, type Diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { FieldDraft, FieldRuleDraft } from '../../draft/entities.ts'
import type { CheckedFieldType, Field } from '../../model/entities.ts'
import { holdsCustomFields } from '../../model/custom-fields/definitions.ts'
import { isOtherSide, MADE_BY_PRODUCT, TEXT_KINDS, type FieldKind } from '../../model/field-types.ts'
import type { Span } from '../../text/source.ts'
import { lengthsOf } from './pattern-lengths.ts'

const NUMBERS: readonly FieldKind[] = ['whole number', 'decimal', 'percent', 'duration']
const NEVER_UNIQUE: readonly FieldKind[] = [
  'collection',
  'inverse',
  'choices',
  'map',
  'json',
  'file',
  'password',
  'secret text',
]
const NEVER_COMPUTED: readonly FieldKind[] = [...MADE_BY_PRODUCT, ...NEVER_UNIQUE, 'reference', 'period']
const FOUND_BY_WORDS: readonly FieldKind[] = [...TEXT_KINDS, 'slug', 'random code', 'sequence', 'whole number']

/** The rule in the author's words if it does not apply to fields of this type, else null. */
export function ruleMisfit(rule: FieldRuleDraft, type: CheckedFieldType): string | null {
  const { kind } = type
  const only = (does: boolean, words: string = rule.kind) => (does ? null : words)
  // Each definition says whether its value is needed, and each value changes by itself.
  if (holdsCustomFields({ type }) && ['required', 'set once', 'set by product'].includes(rule.kind)) return rule.kind
  switch (rule.kind) {
    case 'deletion':
      return only(kind === 'reference', rule.effect)
    case 'unique':
      if (NEVER_UNIQUE.includes(kind)) return 'unique'
      return only(!rule.ignoringCase || isText(kind), 'unique ignoring case')
    case 'at least':
    case 'at most':
      return only(hasRange(type), `${rule.kind} ${rule.bound.text}`)
    case 'trimmed':
    case 'blank becomes empty':
    case 'pattern':
      return only(isText(kind))
    case 'searchable':
      return only(FOUND_BY_WORDS.includes(kind))
    case 'computed':
      return only(!NEVER_COMPUTED.includes(kind))
    case 'set once':
      return only(!MADE_BY_PRODUCT.includes(kind) && kind !== 'collection' && kind !== 'inverse')
    case 'set by product':
      return only(!MADE_BY_PRODUCT.includes(kind) && !isOtherSide(type))
    case 'required':
      return only(!isOtherSide(type))
    default:
      return null
  }
}

function isText(kind: FieldKind): boolean {
  return TEXT_KINDS.some((text) => text === kind)
}

/** Amounts of several currencies have no common range. */
function hasRange(type: CheckedFieldType): boolean {
  return NUMBERS.includes(type.kind) || (type.kind === 'money' && type.currency !== null)
}

/** A given value cannot be computed as well; a hidden value cannot be searched. */
const EXCLUDED: readonly (readonly [FieldRuleDraft['kind'], FieldRuleDraft['kind']])[] = [
  ['computed', 'set once'],
  ['computed', 'set by product'],
  ['computed', 'trimmed'],
  ['computed', 'blank becomes empty'],
  ['computed', 'pattern'],
  ['computed', 'at least'],
  ['computed', 'at most'],
  ['hidden', 'searchable'],
  ['required', 'blank becomes empty'],
]

/** Reports pairs of rules that exclude each other, at the later one. */
export function reportConflicts(rules: readonly FieldRuleDraft[], found: Diagnostic[]): void {
  rules.forEach((rule, index) => {
    const other = rules.slice(0, index).find((earlier) => areExclusive(earlier, rule))
    if (other === undefined) return
    found.push(
      diagnostic('N327', rule.span, ruleInWords(other), ruleInWords(rule)).because(
        other.span,
        'The other one is here.',
      ),
    )
  })
}

function areExclusive(a: FieldRuleDraft, b: FieldRuleDraft): boolean {
  if (a.kind === b.kind) return true
  const isUnstored = [a, b].some((rule) => rule.kind === 'computed' && !rule.isStored)
  const kinds = [a.kind, b.kind]
  if (isUnstored && (kinds.includes('unique') || kinds.includes('searchable'))) return true
  return EXCLUDED.some(([one, other]) => kinds.includes(one) && kinds.includes(other))
}

function ruleInWords(rule: FieldRuleDraft): string {
  switch (rule.kind) {
    case 'deletion':
      return rule.effect
    case 'at least':
    case 'at most':
      return `${rule.kind} ${rule.bound.text}`
    case 'computed':
      return rule.isStored ? 'computed and stored' : 'computed'
    case 'was':
      return `was ${rule.name.text}`
    default:
      return rule.kind
  }
}

/** A minimum above its maximum. */
export function reportEmptyRange(draft: FieldDraft, type: CheckedFieldType, found: Diagnostic[]): void {
  const [min, max] = 'lengthMin' in type ? [type.lengthMin, type.lengthMax] : 'min' in type ? [type.min, type.max] : []
  if (min === undefined || max === undefined || min === null || max === null || min <= max) return
  found.push(diagnostic('N326', draft.typeSpan, 'empty range', min, max))
}

/** Limits that are valid separately but together permit no value. */
export function reportNoValueFits(
  { pattern, min, max, type, name }: Pick<Field, 'pattern' | 'min' | 'max' | 'type' | 'name'>,
  rules: readonly FieldRuleDraft[],
  typeSpan: Span,
  found: Diagnostic[],
): void {
  const reasons: { readonly by: FieldRuleDraft['kind'] | null; readonly why: Sentence<'N331'> }[] = []
  if ('lengthMin' in type && type.lengthMax !== null && type.lengthMax <= 0)
    reasons.push({ by: null, why: ['no characters', name, type.lengthMax] })
  else if (type.kind === 'file' && (type.bytesMax <= 0 || (type.countMax !== null && type.countMax <= 0)))
    reasons.push({ by: null, why: ['no file', name] })
  const [least, most] = 'min' in type ? [type.min, type.max] : [null, null]
  if (min !== null && most !== null && min > most) reasons.push({ by: 'at least', why: ['above the type', name, most] })
  else if (max !== null && least !== null && max < least)
    reasons.push({ by: 'at most', why: ['below the type', name, least] })
  else if (min !== null && max !== null && min > max)
    reasons.push({ by: 'at most', why: ['below the least', name, min] })
  const lengths = pattern === null || !('lengthMin' in type) ? null : lengthsOf(pattern)
  if (lengths !== null && 'lengthMin' in type) {
    if (type.lengthMax !== null && lengths.least > type.lengthMax)
      reasons.push({ by: 'pattern', why: ['pattern too long', name, lengths.least, type.lengthMax] })
    else if (type.lengthMin !== null && lengths.most < type.lengthMin)
      reasons.push({ by: 'pattern', why: ['pattern too short', name, lengths.most, type.lengthMin] })
  }
  for (const { by, why } of reasons) {
    const rule = rules.find(({ kind }) => kind === by)
    const told = diagnostic('N331', rule?.kind === 'pattern' ? rule.pattern.span : (rule?.span ?? typeSpan), ...why)
    found.push(rule === undefined ? told : told.because(typeSpan, 'The type of the field.'))
  }
}

/** Null: it cannot be parsed, already reported. */
export function patternOf(rules: readonly FieldRuleDraft[], found: Diagnostic[]): string | null {
  const rule = rules.find(({ kind }) => kind === 'pattern')
  if (rule?.kind !== 'pattern') return null
  const { text, span } = rule.pattern
  if (text === '') return null
  try {
    RE2JS.compile(text)
    return text
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : ''
    found.push(
      diagnostic('N328', span, 'unreadable', why).withHint(
        /\(\?<?[=!]|\\[1-9]/.test(text)
          ? 'A pattern looks neither ahead nor back, and does not refer to what it found: so its time stays short.'
          : 'Patterns are regular expressions as RE2 reads them, and fit the whole text.',
      ),
    )
    return null
  }
}

/** Tells whether two records can have equal values. */
export function isComparable({ kind }: CheckedFieldType): boolean {
  return !NEVER_UNIQUE.includes(kind)
}
