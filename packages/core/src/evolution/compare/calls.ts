// Point 7 of two models → breaking changes for users of the calls, and additions.

import type { Call, CallsModel, QueryParameter, Repeatable, Shape } from '../../model/calls.ts'
import type { Model } from '../../model/model.ts'
import { changesOfStandard, keysOf } from './answers.ts'
import { changedEnd, isOver, movedUntil } from './endings.ts'
import { inputsSaid } from './inputs.ts'
import { examplesSaid, messagesSaid, schedulesSaid } from './messages.ts'
import { type CallOnTheWire, PLAIN_CALL, sentName } from '../../model/wire.ts'
import { servicesSaid } from './services.ts'
import { stepsSaid } from './steps.ts'
import { isSameMeaning, listed } from '../meaning.ts'
import { code, exchanged, isSameExpression, KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function compareCalls({ calls: old }: Model, { calls: now }: Model, today: string | null): Said[] {
  return membersSaid('The calls', callsMembers(today), { old, now })
}

function callsMembers(today: string | null): Members<CallsModel> {
  return {
    calls: (old, now) => {
      const moved = movedCalls(old, now)
      const under = old.map((call) => {
        const to = moved.get(nameOf(call))
        return to === undefined ? call : { ...call, path: to.path, was: call.was ?? to.was }
      })
      return [
        ...[...moved].map(([from, to]): Said => movedUntil(`${from} is ${nameOf(to)} now`, to.was?.until ?? null)),
        ...partsSaid(under, now, nameOf, {
          gone: (call) => [['contract', `${nameOf(call)} is gone.`]],
          made: (call) => [newCall(call)],
          changed: (pair) => membersSaid(nameOf(pair.now), callMembers(nameOf(pair.now), today), pair),
          order: ['safe', 'The calls stand in another order.'],
        }),
      ]
    },
    standard: (old, now) => changesOfStandard(old, now, today),
    shapes: (old, now) =>
      partsSaid(old, now, ({ name }) => name, {
        gone: ({ name }) => [['contract', `The shape ${name} is gone.`]],
        made: ({ name }) => [['safe', `The shape ${name} is new.`]],
        changed: (pair) => membersSaid(`The shape ${pair.now.name}`, shapeMembers(today), pair),
        order: ['safe', 'The shapes stand in another order.'],
      }),
    services: (old, now) => servicesSaid(old, now),
    messages: (old, now) => messagesSaid(old, now),
    schedules: (old, now) => schedulesSaid(old, now),
    examples: (old, now) => examplesSaid(old, now),
  }
}

function shapeMembers(today: string | null): Members<Shape> {
  return {
    name: KEY,
    entity: (old, now, { now: { name } }) => [['contract', `The shape ${name} is of a ${now} instead of a ${old}.`]],
    keys: (_, __, { old, now }) => keysOf(old, now, today),
  }
}

/** By the former name. */
function movedCalls(before: readonly Call[], after: readonly Call[]): ReadonlyMap<string, Call> {
  const [old, now] = [before, after].map((calls) => new Set(calls.map(nameOf)))
  return new Map(
    after.flatMap((call): [string, Call][] => {
      const from = call.was === null ? null : nameOf({ ...call, path: call.was.path })
      return from !== null && old?.has(from) === true && !old.has(nameOf(call)) && now?.has(from) === false
        ? [[from, call]]
        : []
    }),
  )
}

/** A new call gives its callers more rights, even without a change of permissions. */
function newCall(call: Call): Said {
  const name = nameOf(call)
  if (call.from !== undefined)
    return ['review', `${name} is new: ${call.from} calls it, and its steps ask for nobody's permission.`]
  if (call.who.length === 0) return ['safe', `${name} is new, and no role may use it yet.`]
  const asks = call.runsAsProduct === null ? '' : ", and its steps ask for nobody's permission"
  return ['review', `${name} is new: ${listed(call.who)} may use it${asks}.`]
}

function nameOf({ method, path }: Call): string {
  return `${method} ${path}`
}

function formerAddress({ was, method }: Call, now: Call, today: string | null, name: string): Said[] {
  if (was === null || was.path === now.path)
    return now.was === null
      ? [['safe', `${name} was nowhere else.`]]
      : [['safe', `${method} ${now.was.path} is answered as ${name}.`]]
  const former = `${method} ${was.path}`
  if (now.was?.path === was.path) return changedEnd(former, was.until, now.was.until)
  return isOver(was.until, today) ? [] : [['contract', `${former} is answered no more: it is ${nameOf(now)}.`]]
}

function wireSaid(name: string, old: CallOnTheWire, now: CallOnTheWire): Said[] {
  const said: Said[] = []
  const added = now.bodies.filter((body) => !old.bodies.includes(body))
  if (old.bodies.some((body) => !now.bodies.includes(body)))
    said.push(['contract', `${name} takes its body as ${now.bodies.join(', ')} instead of ${old.bodies.join(', ')}.`])
  else if (added.length > 0) said.push(['safe', `${name} takes its body as ${added.join(', ')}, too.`])
  else if (old.mediaType !== now.mediaType) said.push(['contract', `${name} takes its body as another type of text.`])
  if (old.isLenient !== now.isLenient)
    said.push(
      now.isLenient
        ? ['safe', `${name} takes values that can be read as what it wants.`]
        : ['contract', `${name} takes values only as they have to be.`],
    )
  if (old.unknownInputs !== now.unknownInputs)
    said.push(
      now.unknownInputs === 'ignored'
        ? ['safe', `${name} ignores inputs that it does not know.`]
        : ['contract', `${name} treats inputs that it does not know otherwise.`],
    )
  if (!isSameMeaning(old.errorBody ?? null, now.errorBody ?? null))
    said.push(['contract', `${name} has another body of its refusals.`])
  if (!isSameMeaning(old.errorHeaders ?? null, now.errorHeaders ?? null))
    said.push(['contract', `${name} has other headers of its refusals.`])
  if (!isSameMeaning(old.statuses ?? {}, now.statuses ?? {}))
    said.push(['contract', `${name} refuses with other statuses.`])
  const kept = new Map(old.carried.map((each) => [each.variable, each]))
  for (const { variable, from, name: header, isNeeded } of now.carried) {
    const before = kept.get(variable)
    kept.delete(variable)
    if (isNeeded && before?.isNeeded !== true) said.push(['contract', `${name} needs the ${from} "${header}".`])
    else if (before === undefined) said.push(['safe', `${name} takes the ${from} "${header}".`])
  }
  for (const { from, name: header } of kept.values())
    said.push(['contract', `${name} reads the ${from} "${header}" no more.`])
  return said.length > 0 ? said : [['review', `${name} takes headers and cookies otherwise.`]]
}

function callMembers(name: string, today: string | null): Members<Call> {
  return {
    method: KEY,
    path: KEY,
    title: (_, now) => [
      ['safe', `${name} is called ${now === null ? 'by its address' : `"${now}"`} where people read it.`],
    ],
    who: (old, now) => {
      const { gone, made } = exchanged(old, now)
      return [
        ...(made.length === 0 ? [] : [['review', `${listed(made)} may now use ${name}.`] as const]),
        ...(gone.length === 0 ? [] : [['review', `${listed(gone)} may no longer use ${name}.`] as const]),
        ...(made.length + gone.length > 0
          ? []
          : [['safe', `Those who may use ${name} are named in another order.`] as const]),
      ]
    },
    from: (old, now) => [
      now === undefined
        ? ['review', `${name} is not called by ${old} any more.`]
        : ['review', `${name} is called by ${now} alone, which signs it, and its steps ask for nobody's permission.`],
    ],
    isWhoNotShown: (_, now) => [
      ['review', now ? `It is not shown any more who may use ${name}.` : `It is stated now who may use ${name}.`],
    ],
    repeatable: (_, now) => [['contract', `${name}, when it is sent again, ${repeatWords(now)}.`]],
    needsVersion: (_, now) => [
      now === null
        ? ['review', `${name} needs the version no more: of two who change at once, the later wins.`]
        : now.isOptional === true
          ? ['review', `${name} asks those for the version who send one.`]
          : ['contract', `${name} needs the version.`],
    ],
    needsFactor: (_, now) => [
      now === null
        ? ['review', `${name} needs no second factor any more.`]
        : ['contract', `${name} needs a second factor that was shown in the last minutes, so no API key uses it.`],
    ],
    wire: (old, now) => wireSaid(name, old ?? PLAIN_CALL, now ?? PLAIN_CALL),
    // For a service, the new caller already implies it.
    runsAsProduct: (_, now, { old, now: call }) =>
      old.from !== call.from
        ? []
        : [
            [
              'review',
              now === null
                ? `The steps of ${name} ask for their caller's permission.`
                : `The steps of ${name} ask for nobody's permission any more.`,
            ],
          ],
    // A moved call's former address has a sentence of its own.
    was: (_, __, { old, now }) => formerAddress(old, now, today, name),
    inputs: (old, now) => inputsSaid(name, old, now),
    queries: (old, now) =>
      partsSaid(old, now, (query) => query.name, {
        gone: (query) => [['contract', `${name} takes no "${query.name}" in its address any more.`]],
        made: (query) => [['safe', `${name} takes "${query.name}" in its address.`]],
        changed: (query) => membersSaid(`"${query.now.name}" of ${name}`, queryMembers(name, query.now), query),
        order: ['safe', `${name} has its parameters in another order.`],
      }),
    pathParameters: (_, now) => [
      ['contract', `${name} takes other values for ${listed(now.map((each) => `":${each.name}"`))} in its address.`],
    ],
    steps: (old, now) => stepsSaid(name, old, now),
  }
}

function repeatWords(repeatable: Repeatable | null): string {
  if (repeatable === null) return 'does everything again'
  if (repeatable.kind === 'naturally') return 'comes to the same'
  const what = repeatable.kind === 'by key' ? 'the same Idempotency-Key' : `the same ${code(repeatable.value)}`
  return `has one effect for ${what}`
}

function queryMembers(name: string, { name: query }: QueryParameter): Members<QueryParameter> {
  return {
    name: KEY,
    sentAs: (_, __, { now }) => [['contract', `${name} takes "${query}" in its address as "${sentName(now)}".`]],
    type: () => [['contract', `${name} takes other values for "${query}" in its address.`]],
    isList: (_, now) => [['contract', `${name} takes "${query}" ${now ? 'several times' : 'once'}.`]],
    isSplit: (_, now) => [
      ['contract', `${name} takes the values of "${query}" ${now === true ? 'with commas between them' : 'apart'}.`],
    ],
    unix: (_, now) => [
      ['contract', `${name} takes "${query}" ${now === undefined ? 'in ISO 8601' : `as Unix ${now}`} now.`],
    ],
    otherwise: (old, now) => [
      ['contract', `${name} takes ${now ?? 'nothing'} where "${query}" is left out, instead of ${old ?? 'nothing'}.`],
    ],
    keepsOnly: (old, now) => [
      isSameExpression(old, now)
        ? ['safe', `"${query}" of ${name} keeps the same, of what is of another type.`]
        : ['contract', `"${query}" of ${name} keeps ${now === null ? 'everything' : `only what has ${code(now)}`}.`],
    ],
  }
}
