// The "Rules" and "Default" cells of a field → draft.

import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import { closest } from '../../diagnostic/did-you-mean.ts'
import type { DefaultDraft, FieldRuleDraft } from '../../draft/entities.ts'
import { matchPhrase, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { NAME, quotedOrPlain } from '../names.ts'
import { expressionIn, shown, shownOrNothing, type Reading } from '../reading.ts'
import { limitSpeltOtherwise, meantBy, RULES } from '../synonyms.ts'

const PLAIN = [
  'required',
  'set once',
  'set by product',
  'hidden',
  'trimmed',
  'blank becomes empty',
  'searchable',
] as const
const DELETION = ['deleted together', 'blocks deletion', 'cleared on deletion'] as const

const UNIQUE = new RegExp(`^unique(?<ignoring> ignoring case)?(?: within (?<within>${NAME}))?$`, 'd')
const BOUND = /^(?<kind>at least|at most) (?<bound>-?\d+(?:\.\d+)?|`)$/d
const COMPUTED = /^computed(?<stored> and stored)?(?<all> over all)? (?<expression>.+)$/d

const PATTERN = /^pattern (?<pattern>.+)$/d
const PERSONAL = /^personal data(?: erased after (?<after>[^`]+|`))?$/d
const WAS = new RegExp(`^was (?<name>${NAME})$`, 'd')

/** The first words of each rule. */
export const FIELD_RULES: readonly string[] = [
  ...PLAIN,
  ...DELETION,
  'personal data',
  'personal data erased after',
  'unique',
  'unique ignoring case',
  'unique within',
  'at least 1',
  'at most 1',
  'computed',
  'computed and stored',
  'computed over all',
  'computed and stored over all',
  'pattern',
  'was',
]

export function rulesOf(cell: Phrase, field: string, reading: Reading): FieldRuleDraft[] {
  const words = shownOrNothing(cell, `The rules of "${field}"`, reading)
  if (words === null) return []
  const rules: FieldRuleDraft[] = []
  for (const part of splitPhrase(words, ',')) {
    const rule = ruleOf(part, reading)
    const last = rules.at(-1)
    if (rule === 'unknown' && last?.kind === 'unique' && last.within.length > 0 && isName(part))
      rules[rules.length - 1] = within(last, part)
    else if (rule === 'unknown') rules.push(...reportUnknown(part, reading))
    else rules.push(rule)
  }
  return rules
}

/**
 * `unique within project, year`: a comma may also continue the fields of the previous rule.
 *
 *   | unique within project, year, required |
 *                           ^
 */
function within(rule: FieldRuleDraft & { kind: 'unique' }, field: Phrase): FieldRuleDraft {
  return {
    ...rule,
    within: [...rule.within, writtenOf(field)],
    span: { start: rule.span.start, end: spanOf(field).end },
  }
}

function isName(words: Phrase): boolean {
  return new RegExp(`^${NAME}$`).test(words.text)
}

function ruleOf(words: Phrase, reading: Reading): FieldRuleDraft | 'unknown' {
  const span = spanOf(words)
  const plain = PLAIN.find((word) => word === words.text)
  if (plain !== undefined) return { kind: plain, span }
  const effect = DELETION.find((word) => word === words.text)
  if (effect !== undefined) return { kind: 'deletion', effect, span }
  const unique = matchPhrase(words, UNIQUE)
  if (unique !== null) {
    const first: Written | null = unique.writtenOrNull('within')
    return { kind: 'unique', ignoringCase: unique.has('ignoring'), within: first === null ? [] : [first], span }
  }
  const bound = matchPhrase(words, BOUND)
  if (bound !== null)
    return { kind: bound.written('kind').text as 'at least' | 'at most', bound: bound.written('bound'), span }
  const computed = matchPhrase(words, COMPUTED)
  if (computed !== null) {
    return {
      kind: 'computed',
      isStored: computed.has('stored'),
      isOverAll: computed.has('all'),
      expression: expressionIn(computed.phrase('expression'), reading),
      span,
    }
  }
  const pattern = matchPhrase(words, PATTERN)
  if (pattern !== null) return { kind: 'pattern', pattern: expressionIn(pattern.phrase('pattern'), reading), span }
  const personal = matchPhrase(words, PERSONAL)
  if (personal !== null) return { kind: 'personal data', erasedAfter: personal.writtenOrNull('after'), span }
  const was = matchPhrase(words, WAS)
  return was === null ? 'unknown' : { kind: 'was', name: was.written('name'), span }
}

/** A misspelt rule is reported and read as the intended one, to avoid further errors. */
function reportUnknown(words: Phrase, reading: Reading): FieldRuleDraft[] {
  const written = writtenOf(words).text
  const message: Sentence<'N011'> = written === '' ? ['missing rule'] : ['no rule', written]
  const parted = partedRules(written)
  const meant =
    patternMeant(words) ??
    parted?.join(', ') ??
    limitSpeltOtherwise(written) ??
    meantBy(RULES, written)[0] ??
    closest(written, FIELD_RULES) ??
    undefined
  reading.found.push(
    diagnostic('N011', spanOf(words), ...message)
      .withHint(
        hintElsewhere(written) ??
          `The rules are ${[...PLAIN, ...DELETION].join(', ')}, personal data, unique, at least N, at most N, pattern \`…\`, computed \`…\` and was NAME.`,
      )
      .meaning(meant),
  )
  const span = spanOf(words)
  return (parted ?? [meant]).flatMap((rule): FieldRuleDraft[] => {
    const plain = PLAIN.find((word) => word === rule)
    if (plain !== undefined) return [{ kind: plain, span }]
    const isUnique = rule === 'unique' || rule === 'unique ignoring case'
    return isUnique ? [{ kind: 'unique', ignoringCase: rule !== 'unique', within: [], span }] : []
  })
}

/** Words that say nothing here, or stand in another column. */
function hintElsewhere(written: string): string | null {
  if (/^(?:optional|nullable|not required|may be empty)$/i.test(written))
    return 'A field without "required" may be empty: leave it out.'
  return /^default\b/i.test(written) ? 'The default stands in the column "Default".' : null
}

/** `matches` and `regex` before a code span are other words for a pattern. */
function patternMeant(words: Phrase): string | null {
  const match = matchPhrase(words, /^(?:match(?:es|ing)?|reg ?ex(?:p)?|regular expression|format):? (?<pattern>`)$/di)
  return match === null ? null : `pattern \`${match.written('pattern').text}\``
}

/** `required unique` or `required; unique`: known rules with a wrong separator. */
function partedRules(written: string): string[] | null {
  const known = ['unique ignoring case', ...FIELD_RULES, 'unique']
  const parts: string[] = []
  for (let rest = written; rest !== '';) {
    const rule = known.find((word) => rest === word || new RegExp(`^${word}(?:;| and | )`).test(rest))
    if (rule === undefined) return null
    parts.push(rule)
    rest = rest.slice(rule.length).replace(/^(?:; ?| and | )/, '')
  }
  return parts.length > 1 ? parts : null
}

export function defaultOf(cell: Phrase, field: string, reading: Reading): DefaultDraft | null {
  const words = shown(cell, `The default of "${field}"`, reading)
  if (words === null || words.text === '' || words.text === 'none') return null
  return words.codes.length > 0
    ? { kind: 'expression', expression: expressionIn(words, reading) }
    : { kind: 'literal', value: quotedOrPlain(words) }
}
