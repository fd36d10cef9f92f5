// A generated entity → its states, transitions and clocks, with the inputs and effects of transitions.

import { below, chosen, type Random } from '../chance.ts'
import type { MadeUpField } from './fields/made-up-field.ts'
import {
  cell,
  CODES,
  condition,
  fieldsOfParts,
  inText,
  type MadeUpEntity,
  maybe,
  ownCondition,
  recordName,
  relationName,
  settings,
  some,
  table,
} from './made-up-parts.ts'

export function stateLines(entity: MadeUpEntity, entities: readonly MadeUpEntity[], random: Random): string[] {
  const who = (): string => chosen(['Member', 'Boss', 'Owner'], random)
  const guard = (): string => (maybe(random, 0.5) ? cell(condition(entity, random)) : '')
  const split = condition(entity, random)
  const effects = (): string => effectsOf(entity, entities, random)
  const begin = maybe(random, 0.4)
    ? [
        `begin | new | busy | ${who()} | ${cell(split)} | ${effects()}`,
        `begin | new | done | ${who()} | ${cell(`!${split}`)} | ${effects()}`,
      ]
    : [`begin | new | busy | ${who()} | ${guard()} | ${effects()}`]
  const clocks = clockRows(random)
  const { isHeld } = entity
  const ownGuard = (): string => (maybe(random, 0.4) ? cell(ownCondition(entity, random)) : '')
  const byClock = ({ does, from, to }: MadeUpClock): string =>
    `${does} | ${from} | ${to} | the clock${maybe(random, 0.2) ? ', Boss' : ''} | ${ownGuard()} | ${effects()}`
  return [
    `### States of ${entity.name}.status`,
    '',
    ...table('State | Means | Kind | Locks', [
      `new | ${chosen(['', 'just made'], random)} | initial | `,
      `busy | | | ${chosen(['', 'n', 'all'], random)}`,
      `done | | final | ${chosen(['', 'all except flag', 'k'], random)}`,
      ...(isHeld ? [`held | | | ${chosen(['', 'k', 'all except flag'], random)}`] : []),
    ]),
    ...table('Transition | From | To | Who | Only if | Then', [
      ...(maybe(random, 0.3) ? creationRows(entity, entities, random) : []),
      ...begin,
      `finish | busy | done | ${who()} | ${guard()} | ${effects()}`,
      ...(maybe(random, 0.5)
        ? [
            `again | ${chosen(['busy, new', 'any except done', 'any'], random)} | new | ${who()} | ${guard()} | ${effects()}`,
          ]
        : []),
      ...(isHeld
        ? [
            `hold | ${chosen(['new, busy', 'busy', 'any except done'], random)} | held | ${who()} | | ${effects()}`,
            `release | held${maybe(random, 0.3) ? ', busy' : ''} | the state before | ${who()} | ${guard()} | ${effects()}`,
          ]
        : []),
      ...clocks.map(byClock),
    ]),
    ...(clocks.length === 0
      ? []
      : table(
          'Clock | Does | Runs',
          clocks.map(({ does, runs }) => `${does}s | ${does} | ${runs}`),
        )),
    ...['begin', 'finish'].flatMap((name) =>
      maybe(random, 0.35) || needsInput(entity, name) ? procedureLines(entity, name, random) : [],
    ),
  ]
}

/** The initial state of a record, depending on its values. */
function creationRows(entity: MadeUpEntity, entities: readonly MadeUpEntity[], random: Random): string[] {
  const peer = entities.find(
    ({ name, hasState, needsInput: asks }) => hasState && !asks && fieldsOfParts(entity).some(isListOf(name)),
  )
  const guard = chosen(
    [
      'n != null && n > 2',
      'flag == true',
      'k == "red"',
      'day == null',
      'owner == me',
      ...(entity.parent === null ? [] : ['parent != null && parent.flag == true']),
    ],
    random,
  )
  const who = (): string => chosen(['Member', 'Member', 'Boss', 'Owner', 'Owner, Boss'], random)
  const effects = (): string =>
    some(
      [
        'set n to `orElse(n, 0) + 1`',
        'clear flag',
        'record Log with what = `"made " + code`, n = `n`, at = `now`',
        `send ${entity.name}Told`,
        ...(peer === undefined ? [] : [`do begin on each of peers where ${cell('status == "new" && n != 1')}`]),
      ],
      random,
      0.3,
    ).join('; ')
  const states = chosen([['new', 'busy'], ['busy', 'new'], ['busy'], ['new']], random)
  return states.map(
    (state, index) =>
      `make ${state} | nothing | ${state} | ${index === 0 ? 'Member' : who()} | ${cell(index === 0 ? guard : `!(${guard})`)} | ${effects()}`,
  )
}

/** Records created together with a new one. */
function isListOf(name: string): (field: MadeUpField) => boolean {
  return ({ row }) => row.startsWith(`peers | list of ${name}`)
}

interface MadeUpClock {
  readonly does: string
  readonly from: string
  readonly to: string
  readonly runs: string
}

function clockRows(random: Random): MadeUpClock[] {
  const hours = (): string => `${1 + below(30, random)} hours`
  return some<MadeUpClock>(
    [
      {
        does: 'tire',
        from: 'busy',
        to: chosen(['done', 'new'], random),
        runs: `${chosen([hours(), '`oneMonth`', '`fiveHours`', '`workingHours`'], random)} after entering busy`,
      },
      { does: 'nag', from: 'new', to: 'new', runs: `${hours()} after entering new, once` },
      { does: 'strike', from: 'new, busy', to: chosen(['busy', 'done'], random), runs: `when ${inText('at')} passes` },
      { does: 'lapse', from: chosen(['new', 'busy'], random), to: 'done', runs: `when ${inText('day')} passes` },
      { does: 'wake', from: 'new', to: chosen(['new', 'busy'], random), runs: `every day at 0${below(10, random)}:30` },
    ],
    random,
    0.3,
  )
}

function effectsOf(entity: MadeUpEntity, entities: readonly MadeUpEntity[], random: Random): string {
  const { name, children } = entity
  const child = entities.find((each) => children.includes(each.name) && each.hasState)
  const parent = entities.find((each) => each.name === entity.parent && each.hasState && !each.needsInput)
  const whereNew = fieldsOfParts(entity).length % 2 === 0 ? '' : ` where ${cell('status == "new"')}`
  const where = child === undefined || maybe(random, 0.3) ? '' : ` where ${cell('status == "busy"')}`
  return some(
    [
      'set n to `orElse(n, 0) + 1`',
      parent === undefined ? 'clear flag' : `do begin on parent${whereNew}`,
      'set k to `"blue"`',
      'record Log with what = `"did " + code`, n = `n`, at = `now`',
      `send ${name}Told`,
      ...settings(entity, (field) => field).map(([field, value]) => `set ${field} to ${inText(value)}`),
      ...(child === undefined ? [] : [`do finish on each of ${relationName(child.name)}${where}`]),
    ],
    random,
    0.25,
  ).join('; ')
}

function needsInput(entity: MadeUpEntity, transition: string): boolean {
  return entity.needsInput && transition === 'begin'
}

/** The inputs of a transition, and its steps after its effects. */
function procedureLines(entity: MadeUpEntity, transition: string, random: Random): string[] {
  const { name, children } = entity
  const record = recordName(name)
  const [child] = children
  const steps = some(
    [
      `change ${record} with given n`,
      `when ${inText('input.m != null')}: set ${record}.k to ${inText('"green"')}`,
      `require ${inText('input.m == null || input.m < 4')} or fail ${chosen(CODES, random)}`,
      `record Log with what = ${inText(`"step " + ${record}.code`)}, n = ${inText(`${record}.n`)}`,
      ...(child === undefined
        ? []
        : [
            `for each one in ${record}.${relationName(child)} where ${inText('flag == true')}:\n    1. set one.n to ${inText('orElse(one.n, 0) + 2')}`,
          ]),
      // Steps deferred together may run in any order, so this one reads nothing that the call's own steps change.
      `later:\n    1. record Log with what = ${inText(`"later " + ${record}.code`)}`,
    ],
    random,
    0.5,
  )
  const isNeeded = needsInput(entity, transition)
  if (steps.length === 0 && !isNeeded) return []
  const done = steps.length === 0 ? [`set ${record}.n to ${inText('input.m + 1')}`] : steps
  return [
    `### Transition: ${name} ${transition}`,
    '',
    ...table('Input | Like | Needed', [
      isNeeded ? 'm | whole number 1 to 6 | yes' : 'm | whole number | no',
      `n | ${name}.n | no`,
    ]),
    ...done.map((step, index) => `${index + 1}. ${step}`),
    '',
  ]
}
