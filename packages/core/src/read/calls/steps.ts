// Numbered steps of a call, schedule or transition → draft. There are about twenty fixed forms. A step of another form
// is an error, but keeps its place, so that its consequences are not reported too.

import type { UnsupportedPart } from '../../diagnostic/registry.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { StepActionDraft, StepDraft } from '../../draft/calls.ts'
import type { Block, StepItem, Steps } from '../../outline/outline.ts'
import { matchPhrase, sliceOf, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { NAME } from '../names.ts'
import { readProse } from '../prose.ts'
import { checkQuotes } from '../quotes.ts'
import { shown, unsupported, type Reading } from '../reading.ts'
import { meantBy, VERBS } from '../synonyms.ts'
import { FORMS } from './step-forms.ts'

export function readSteps(steps: Steps, reading: Reading): StepDraft[] {
  return steps.items.map((item) => stepOf(item, reading))
}

export const WHEN = /^when (?<when>`): ?(?<action>.+)$/d
/** Numbered steps follow below it. */
export const WHEN_BLOCK = /^when (?<when>`): ?$/d
export const OR_FAIL = /^(?<action>.+) or fail (?<code>\S+)$/d
/** The same as `require false or fail CODE`. */
const FAIL = /^fail (?<code>[A-Z]\S*)$/d

/**
 * A step between its condition and its code.
 *
 *   4. when `!comment.internal`: send New reply or fail NOT_SENT
 *                               ^             ^
 */
function stepOf(item: StepItem, reading: Reading): StepDraft {
  const { phrase } = item
  checkQuotes(phrase, reading)
  const stated = withAssumptions(phrase, reading)
  const block = matchPhrase(stated, WHEN_BLOCK)
  if (block !== null) {
    const steps = nestedIn(item, true, reading)
    if (steps.length === 0) reportNoSteps(stated, reading)
    return { when: block.written('when'), action: { kind: 'block', steps }, orFail: null, span: spanOf(phrase) }
  }
  const when = matchPhrase(stated, WHEN)
  const guarded = when === null ? stated : when.phrase('action')
  const refusing = matchPhrase(guarded, FAIL)
  const failing = refusing ?? matchPhrase(guarded, OR_FAIL)
  const words = refusing === null ? (failing?.phrase('action') ?? guarded) : guarded
  const read = refusing === null ? actionOf : alwaysFailing
  return {
    when: when?.writtenOrNull('when') ?? null,
    action: openStep(words, reading) ?? read(words, item, reading),
    orFail: failing?.writtenOrNull('code') ?? null,
    span: spanOf(phrase),
  }
}

function alwaysFailing(words: Phrase, item: StepItem, reading: Reading): StepActionDraft {
  nestedIn(item, false, reading)
  return { kind: 'require', condition: { text: 'false', span: spanOf(words) } }
}

function actionOf(words: Phrase, item: StepItem, reading: Reading): StepActionDraft {
  for (const { grammar, make } of FORMS) {
    const match = matchPhrase(words, grammar)
    if (match === null) continue
    const takesSteps = TAKES_STEPS.test(words.text)
    const nested = nestedIn(item, takesSteps, reading)
    if (takesSteps && nested.length === 0) reportNoSteps(words, reading)
    return make(match, reading, nested) ?? unreadableStep(words)
  }
  nestedIn(item, true, reading)
  return laterStep(words, reading) ?? notUnderstood(words, reading)
}

const TAKES_STEPS = /^(?:for each|later|by Accept)\b/

/** Nested steps. Other content there, or below a step without nested ones, is misplaced. */
function nestedIn({ blocks }: StepItem, takesSteps: boolean, reading: Reading): StepDraft[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'steps' && takesSteps) return readSteps(block, reading)
    refuseNested(block, reading)
    return []
  })
}

function reportNoSteps(words: Phrase, reading: Reading): void {
  const found = diagnostic('N011', spanOf(words), 'no steps', writtenOf(words).text)
  reading.found.push(
    found.withHint('Number its steps below it, and indent them as far as its own words: by four spaces below "10. ".'),
  )
}

const NESTED = {
  steps: 'step below a step',
  label: 'label below a step',
  table: 'table below a step',
} as const

function refuseNested(block: Block, reading: Reading): void {
  if (block.kind === 'paragraph') {
    for (const line of block.lines) readProse(line, reading)
    return
  }
  const what = NESTED[block.kind]
  const first = block.kind === 'steps' ? block.items[0] : undefined
  const found = diagnostic('N017', first === undefined ? block.span : spanOf(first.phrase), what)
  reading.found.push(
    found.withHint('Only "for each", "later:", "by Accept:" and "when `…`:" have steps of their own below them.'),
  )
}

const ASSUMED = /not shown \(assumed: (?<assumed>[^()]*)\)/di

/** `respond not shown (assumed: 200) with …`: replaces the phrase by the assumed value. */
function withAssumptions(words: Phrase, reading: Reading): Phrase {
  const match = matchPhrase(words, ASSUMED)
  const found = ASSUMED.exec(words.text)
  if (match === null || found === null) return words
  const place = sliceOf(words, found.index, found.index + found[0].length)
  const assumed = shown(place, 'A part of this step', reading) ?? place
  const before = words.text.slice(0, found.index)
  const from = found.index + found[0].length
  return {
    text: before + assumed.text + words.text.slice(from),
    offsets: [
      ...words.offsets.slice(0, found.index),
      ...assumed.offsets.slice(0, assumed.text.length),
      ...words.offsets.slice(from),
    ],
    codes: words.codes,
  }
}

const LATER: readonly (readonly [RegExp, string, UnsupportedPart])[] = [[/^run .+\(/, 'run', 'functions']]

function laterStep(words: Phrase, reading: Reading): StepActionDraft | null {
  const later = LATER.find(([grammar]) => grammar.test(words.text))
  if (later === undefined) return null
  // The draft keeps the step, so that the call can refuse it instead of skipping it.
  unsupported(spanOf(words), later[2], reading)
  return { kind: 'unsupported', name: later[1], binds: namesBoundBy(words) }
}

/** `respond not shown with …`: the essential part of the step is open. */
function openStep(words: Phrase, reading: Reading): StepActionDraft | null {
  const open = /\bnot shown\b/i.exec(words.text)
  if (open === null) return null
  const what = open[0].length === words.text.length ? 'This step' : 'A part of this step'
  shown(sliceOf(words, open.index, open.index + open[0].length), what, reading)
  return { kind: 'not shown', binds: namesBoundBy(words) }
}

function unreadableStep(words: Phrase): StepActionDraft {
  return { kind: 'unreadable', mentions: [...new Set(words.text.match(BOUND_NAMES))] }
}

/** Steps bind names in lower case. */
const BOUND_NAMES = /(?<![\w.])[a-z]\w*/g

const BINDING = new RegExp(`^(?:find|list|let|for each) (?<first>${NAME})|\\b(?:as|counting) (?<as>${NAME})`, 'gdi')

/** Names that later steps may use although this one is invalid. */
function namesBoundBy(words: Phrase): Written[] {
  return [...words.text.matchAll(BINDING)].flatMap(({ indices }) => {
    const place = indices?.groups?.['first'] ?? indices?.groups?.['as']
    return place === undefined ? [] : [writtenOf(sliceOf(words, place[0], place[1]))]
  })
}

/** A step sets a field of a named record, and not of one at the end of a path. */
const DEEP_SET = /^set (?<path>(?:\w+\.)+(?<name>\w+))\.(?<field>\w+) to /

/** `for each tag in asList(input.tags):`, with or without backticks. */
const LOOP_OVER_VALUE = new RegExp(`^for each (?<item>${NAME}) in (?:\`|[^\`]*\\().*:$`)

/** The verb selects the suggested form. */
function notUnderstood(words: Phrase, reading: Reading): StepActionDraft {
  const verb = /^\S*/.exec(words.text)?.[0] ?? ''
  const verbs = [
    ...new Set([...FORMS.map((each) => /^(?:for each|\S+)/.exec(each.form)?.[0] ?? ''), 'record', 'discard']),
  ]
  const [meant = verb] = meantBy(VERBS, verb)
  if (meant === 'when') {
    const hint =
      'A condition has one step behind it, in the same line: when `…`: respond 204. Several are numbered below it.'
    reading.found.push(diagnostic('N705', spanOf(words), writtenOf(words).text).withHint(hint))
    return unreadableStep(words)
  }
  if (/^for each \S+ in .+: /.test(words.text)) {
    const found = diagnostic('N705', spanOf(words), writtenOf(words).text)
    reading.found.push(found.withHint('Its steps are numbered below it, even if there is only one.'))
    return unreadableStep(words)
  }
  const loop = LOOP_OVER_VALUE.exec(words.text)?.groups
  if (loop !== undefined) {
    const list = `${loop['item']}List`
    const found = diagnostic('N705', spanOf(words), writtenOf(words).text)
    const hint = `Name a list of values first: let ${list} be \`…\`; then for each ${loop['item']} in ${list}:. Records are narrowed behind their source: where \`…\`.`
    reading.found.push(found.withHint(hint))
    return unreadableStep(words)
  }
  const deep = DEEP_SET.exec(words.text)
  if (deep?.groups !== undefined) {
    const { path = '', name = '', field = '' } = deep.groups
    const found = diagnostic('N705', spanOf(words), writtenOf(words).text)
    const hint = `Bind the record first: let ${name} be \`${path}\`; then set ${name}.${field} to \`…\`.`
    reading.found.push(found.withHint(hint))
    return unreadableStep(words)
  }
  const sameVerb = FORMS.filter((each) => each.form.startsWith(`${meant} `)).map((each) => each.form)
  const found = diagnostic('N705', spanOf(words), writtenOf(words).text)
  if (sameVerb.length > 0 && verb !== '') reading.found.push(found.withHint(`Write ${sameVerb.join(', or ')}.`))
  else {
    const word = sliceOf(words, 0, verb.length)
    const near = diagnostic('N705', spanOf(word), writtenOf(words).text).suggesting(verb, verbs)
    reading.found.push(near.hint === null ? found.withHint(`A step begins with ${verbs.join(', ')} or when.`) : near)
  }
  return unreadableStep(words)
}
