// Numbered steps of a call → draft. Some twenty fixed forms; a step that is none of them is an error.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { StepActionDraft, StepDraft } from '../../draft/calls.ts'
import type { StepItem, Steps } from '../../outline/outline.ts'
import { matchPhrase, sliceOf, spanOf, writtenOf, type Match, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { NAME } from '../names.ts'
import { checkQuotes } from '../quotes.ts'
import { declaredName, shown, unsupported, type Reading } from '../reading.ts'
import { listOf, sourceOf } from './list-step.ts'
import { setsOf } from './sets.ts'

export function readSteps(steps: Steps, reading: Reading): StepDraft[] {
  return steps.items.flatMap((item) => stepOf(item, reading) ?? [])
}

const WHEN = /^when (?<when>`): ?(?<action>.+)$/d
const OR_FAIL = /^(?<action>.+) or fail (?<code>\S+)$/d

/**
 * A step between its condition and its code.
 *
 *   4. when `!comment.internal`: send New reply or fail NOT_SENT
 *                               ^             ^
 */
function stepOf(item: StepItem, reading: Reading): StepDraft | null {
  const { phrase } = item
  checkQuotes(phrase, reading)
  const words = shown(phrase, 'This step', reading)
  if (words === null) return null
  const when = matchPhrase(words, WHEN)
  const guarded = when === null ? words : when.phrase('action')
  const failing = matchPhrase(guarded, OR_FAIL)
  const action = actionOf(failing === null ? guarded : failing.phrase('action'), reading)
  if (action === null) return null
  return {
    when: when?.writtenOrNull('when') ?? null,
    action,
    orFail: failing?.writtenOrNull('code') ?? null,
    span: spanOf(phrase),
  }
}

type Make = (match: Match, reading: Reading) => StepActionDraft | null

/** A form of a step: its verb as an author knows it, its grammar, what it makes. */
interface StepForm {
  readonly form: string
  readonly grammar: RegExp
  readonly make: Make
}

function form(words: string, grammar: string, make: Make): StepForm {
  return { form: words, grammar: new RegExp(`^${grammar}$`, 'd'), make }
}

const SOURCE = `(?<source>${NAME}(?:\\.${NAME})?)`
const bound = (match: Match, group: string, reading: Reading): Written => declaredName(match.phrase(group), reading)

const FORMS: readonly StepForm[] = [
  form(
    'find NAME in ENTITY where `…` or fail CODE',
    `find (?<as>${NAME}) in ${SOURCE} where (?<where>\`)`,
    (match, reading) => ({
      kind: 'find',
      as: bound(match, 'as', reading),
      source: sourceOf(match.phrase('source')),
      where: match.written('where'),
    }),
  ),
  form(
    'list NAME from ENTITY, sorted by FIELD newest first, all of them',
    `list (?<as>${NAME}) from ${SOURCE}(?<rest>.*)`,
    listOf,
  ),
  form('require `…` or fail CODE', 'require (?<condition>`)', (match) => ({
    kind: 'require',
    condition: match.written('condition'),
  })),
  form('let NAME be `…`', `let (?<name>${NAME}) be (?<value>\`)`, (match, reading) => ({
    kind: 'let',
    name: bound(match, 'name', reading),
    value: match.written('value'),
  })),
  form(
    'create ENTITY as NAME with FIELD = `…`',
    `(?<verb>create|record) (?<entity>${NAME})(?: as (?<as>${NAME}))?(?: with (?<sets>.+))?`,
    (match, reading) => ({
      kind: 'create',
      isProductsOwn: match.written('verb').text === 'record',
      entity: match.written('entity'),
      as: match.has('as') ? bound(match, 'as', reading) : null,
      sets: match.has('sets') ? setsOf(match.phrase('sets'), reading) : [],
    }),
  ),
  form('change NAME with FIELD = `…`, given INPUT', `change (?<record>${NAME}) with (?<sets>.+)`, (match, reading) => ({
    kind: 'change',
    record: match.written('record'),
    sets: setsOf(match.phrase('sets'), reading),
  })),
  form('set NAME.FIELD to `…`', `set (?<record>${NAME})\\.(?<field>${NAME}) to (?<to>\`)`, (match) => ({
    kind: 'set',
    record: match.written('record'),
    field: match.written('field'),
    to: match.written('to'),
  })),
  form('delete NAME', `(?<verb>delete|discard) (?<record>${NAME})`, (match) => ({
    kind: 'delete',
    isProductsOwn: match.written('verb').text === 'discard',
    record: match.written('record'),
  })),
  form('add NAME to NAME.RELATION', `add (?<item>${NAME}) to (?<record>${NAME})\\.(?<relation>${NAME})`, (match) => ({
    kind: 'add',
    item: match.written('item'),
    record: match.written('record'),
    relation: match.written('relation'),
  })),
  form(
    'remove NAME from NAME.RELATION',
    `remove (?<item>${NAME}) from (?<record>${NAME})\\.(?<relation>${NAME})`,
    (match) => ({
      kind: 'remove',
      item: match.written('item'),
      record: match.written('record'),
      relation: match.written('relation'),
    }),
  ),
  form(
    'do TRANSITION on NAME',
    `do (?<transition>[^\`,]+?) on (?<record>${NAME})(?: with (?<sets>.+))?`,
    (match, reading) => ({
      kind: 'do',
      transition: match.written('transition'),
      record: match.written('record'),
      sets: match.has('sets') ? setsOf(match.phrase('sets'), reading) : [],
    }),
  ),
  form(
    'check password `…` of ENTITY as NAME where `…` or fail CODE',
    `check password (?<password>\`) of (?<entity>${NAME}) as (?<as>${NAME}) where (?<where>\`)`,
    (match, reading) => ({
      kind: 'check password',
      password: match.written('password'),
      entity: match.written('entity'),
      as: bound(match, 'as', reading),
      where: match.written('where'),
    }),
  ),
  form('sign in NAME', `sign in (?<record>${NAME})`, (match) => ({ kind: 'sign in', record: match.written('record') })),
  form('sign out', 'sign out', () => ({ kind: 'sign out' })),
  form('give role ROLE to NAME', `give role (?<role>\`|[^\`]+?) to (?<record>${NAME})`, (match) =>
    roleStep('give role', match),
  ),
  form('take role ROLE from NAME', `take role (?<role>\`|[^\`]+?) from (?<record>${NAME})`, (match) =>
    roleStep('take role', match),
  ),
  form('send MESSAGE', 'send (?<message>[^`]+)', (match) => ({ kind: 'send', message: match.written('message') })),
  form('respond STATUS with `…`', 'respond (?<status>[1-5]\\d\\d)(?: with (?<body>`))?', (match) => ({
    kind: 'respond',
    status: match.written('status'),
    body: match.writtenOrNull('body'),
  })),
]

function roleStep(kind: 'give role' | 'take role', match: Match): StepActionDraft {
  const role = match.phrase('role')
  return { kind, role: writtenOf(role), isExpression: role.text === '`', record: match.written('record') }
}

const LATER: readonly (readonly [RegExp, string, string])[] = [
  [/^for each \S+ in /, 'for each', 'Steps for each record are'],
  [/^run .+\(/, 'run', 'Functions are'],
  [/^ask \S+ /, 'ask', 'Outside services are'],
  [/^later:/, 'later', 'Steps after the answer are'],
  [/^respond \d{3} file /, 'respond file', 'Files are'],
]

function actionOf(words: Phrase, reading: Reading): StepActionDraft | null {
  for (const { grammar, make } of FORMS) {
    const match = matchPhrase(words, grammar)
    if (match !== null) return make(match, reading)
  }
  const later = LATER.find(([grammar]) => grammar.test(words.text))
  if (later === undefined) return notUnderstood(words, reading)
  // The draft names the step too, so that whoever runs the call can refuse it instead of leaving a step out.
  unsupported(spanOf(words), later[2], reading)
  return { kind: 'unsupported', name: later[1] }
}

/** The verb decides which form is suggested. */
function notUnderstood(words: Phrase, reading: Reading): null {
  const verb = /^\S*/.exec(words.text)?.[0] ?? ''
  const verbs = [...new Set([...FORMS.map((each) => each.form.split(' ')[0] ?? ''), 'record', 'discard'])]
  const sameVerb = FORMS.filter((each) => each.form.startsWith(`${verb} `)).map((each) => each.form)
  const found = diagnostic('N705', spanOf(words), writtenOf(words).text)
  if (sameVerb.length > 0 && verb !== '') reading.found.push(found.withHint(`Write ${sameVerb.join(', or ')}.`))
  else {
    const word = sliceOf(words, 0, verb.length)
    const near = diagnostic('N705', spanOf(word), writtenOf(words).text).suggesting(verb, verbs)
    reading.found.push(near.hint === null ? found.withHint(`A step begins with ${verbs.join(', ')} or when.`) : near)
  }
  return null
}
