// The fixed forms of a step: verb, grammar, and result.

import type { StepActionDraft, StepDraft } from '../../draft/calls.ts'
import { MEDIA_TYPE } from '../../model/steps/media-types.ts'
import { writtenOf, type Match } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { NAME } from '../names.ts'
import { declaredName, type Reading } from '../reading.ts'
import { listOf, sourceOf } from './list-step.ts'
import { sentValuesOf, setsOf } from './sets.ts'
import { answerWireOf } from './wire.ts'

type Make = (match: Match, reading: Reading, nested: readonly StepDraft[]) => StepActionDraft | null

/** A form of a step: verb, grammar, and result. */
export interface StepForm {
  readonly form: string
  readonly grammar: RegExp
  readonly make: Make
}

function form(words: string, grammar: string, make: Make): StepForm {
  return { form: words, grammar: new RegExp(`^${grammar}$`, 'd'), make }
}

const SOURCE = `(?<source>${NAME}(?:\\.${NAME})*)`
const BESIDE = '(?<more>(?:, (?:header|cookie) [^,]+)*)'
/** All forms of an answer. */
const RESPOND = `respond (?<status>[1-5]\\d\\d)(?: as (?<form>text|html|csv|${MEDIA_TYPE}))?(?: with (?<body>\`)| to (?<to>\`))?${BESIDE}`
const bound = (match: Match, group: string, reading: Reading): Written => declaredName(match.phrase(group), reading)

export const FORMS: readonly StepForm[] = [
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
  form(
    'for each NAME in ENTITY where `…`:',
    `for each (?<as>${NAME}) in ${SOURCE}(?: where (?<where>\`))? ?:?`,
    (match, reading, nested) => ({
      kind: 'for each',
      as: bound(match, 'as', reading),
      source: sourceOf(match.phrase('source')),
      where: match.writtenOrNull('where'),
      steps: nested,
    }),
  ),
  form('later:', 'later ?:?', (_match, _reading, nested) => ({ kind: 'later', steps: nested })),
  form('by Accept:', 'by Accept ?:?', (_match, _reading, nested) => ({ kind: 'by accept', steps: nested })),
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
  form(
    'ask SERVICE to OPERATION with NAME = `…` as NAME or fail CODE',
    `ask (?<service>${NAME}) to (?<operation>[^\`,=]+?)(?: with (?<values>.+?))?(?: as (?<as>${NAME}))?`,
    (match, reading) => ({
      kind: 'ask',
      service: match.written('service'),
      operation: match.written('operation'),
      values: match.has('values') ? sentValuesOf(match.phrase('values'), reading) : [],
      as: match.has('as') ? bound(match, 'as', reading) : null,
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
  form('issue DOCUMENT of NAME', `issue (?<document>[^,;\`]+) of (?<record>${NAME})`, (match) => ({
    kind: 'issue',
    document: match.written('document'),
    record: match.written('record'),
  })),
  form(
    'respond STATUS file NAME.FIELD',
    `respond (?<status>[1-5]\\d\\d) file (?<record>${NAME})\\.(?<field>${NAME})${BESIDE}`,
    (match, reading) => {
      const wire = answerWireOf(match, reading)
      if (wire === null) return null
      return {
        kind: 'respond file',
        status: match.written('status'),
        record: match.written('record'),
        field: match.written('field'),
        ...wire,
      }
    },
  ),
  form(
    'respond STATUS as document DOCUMENT of NAME',
    `respond (?<status>[1-5]\\d\\d) as document (?<document>[^,;\`]+) of (?<record>${NAME})`,
    (match) => ({
      kind: 'respond document',
      status: match.written('status'),
      document: match.written('document'),
      record: match.written('record'),
    }),
  ),
  form('respond STATUS with `…`', RESPOND, answer),
  form('respond STATUS to `…`', RESPOND, answer),
  form('respond STATUS as text with `…`', RESPOND, answer),
  form('respond STATUS as application/geo+json with `…`', RESPOND, answer),
  form('respond STATUS with `…`, header Location `…`, cookie cart `…` for `…`', RESPOND, answer),
]

function answer(match: Match, reading: Reading): StepActionDraft | null {
  const wire = answerWireOf(match, reading)
  if (wire === null) return null
  return { kind: 'respond', status: match.written('status'), body: match.writtenOrNull('body'), ...wire }
}

function roleStep(kind: 'give role' | 'take role', match: Match): StepActionDraft {
  const role = match.phrase('role')
  return { kind, role: writtenOf(role), isExpression: role.text === '`', record: match.written('record') }
}
