// `/_ninefold/why?address=/tickets/1000`: what the screen there shows and offers the caller, and the lines of the text
// that decide it. Each clause is evaluated on the record by one statement without rights; the answer is true or false,
// and never a value.

import { isFalse, isTrue } from '@ninefold/core/expression/conditions.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import type { WhyGround, WhyOfScreen, WhyThing } from '@ninefold/core/contract/wire/development.ts'
import { type Asked, everythingAsked } from '@ninefold/core/contract/words/why.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Stated } from '@ninefold/core/model/stated.ts'
import type { Screen } from '@ninefold/core/model/screens.ts'
import { planValues } from '@ninefold/core/plan/write/record-checks.ts'
import { type LineOfText, linesIn } from '@ninefold/core/text/chapters.ts'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { THE_CLOCK } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import type { ExchangeOf } from '../calls/files.ts'
import { scopeOf } from './screen-scope.ts'
import { findByKey } from '../../gate/context/loaded-record.ts'

/** Ids of the explained records, by entity. */
type Subjects = ReadonlyMap<string, Value>

export function whyRoute(
  instance: FastifyInstance,
  exchangeFor: ExchangeOf,
  onRequest: onRequestAsyncHookHandler,
): void {
  instance.get('/_ninefold/why', { onRequest }, async (request) => whyOf(await exchangeFor(request)))
}

async function whyOf(exchange: Exchange): Promise<WhyOfScreen> {
  const { query } = exchange
  const { model, text } = exchange.application
  const found = screenAt(model, typeof query['address'] === 'string' ? query['address'] : '')
  if (found === null) throw refused('not found', 'address', ['no screen'])
  const row = typeof query['row'] === 'string' ? screenAt(model, query['row']) : null
  const subjects = new Map([
    ...(row === null ? [] : await subjectsOf(exchange, row)),
    ...(await subjectsOf(exchange, found)),
  ])
  const asked = everythingAsked(scopeOf(exchange), found.screen)
  const answers = await answersOf(exchange, asked, subjects)
  const lineOf = linesIn(text)
  return { screen: found.screen.name, things: asked.map((each) => whyThing(each, answers, lineOf)) }
}

interface Found {
  readonly screen: Screen
  readonly parameters: Readonly<Record<string, string>>
}

/** If several match, the one with fewer parameters wins, as in the browser. */
function screenAt(model: Model, address: string): Found | null {
  const given = address
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  const found = model.screens.routes.flatMap(({ path, screen: name }) => {
    const expected = path.split('/').filter((part) => part !== '')
    const screen = model.screens.screens.find((candidate) => candidate.name === name)
    const fits =
      expected.length === given.length && expected.every((part, at) => part.startsWith(':') || part === given[at])
    if (!fits || screen === undefined) return []
    const places = expected.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), given[at] ?? '']] : []))
    return [{ screen, parameters: Object.fromEntries(places) as Record<string, string> }]
  })
  const count = ({ parameters }: Found): number => Object.keys(parameters).length
  return found.toSorted((one, other) => count(one) - count(other))[0] ?? null
}

/** A malformed address belongs to no screen. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

async function subjectsOf(exchange: Exchange, { screen, parameters }: Found): Promise<Subjects> {
  const subjects = new Map<string, Value>()
  for (const block of screen.blocks) {
    const text = block.kind === 'record' ? parameters[block.parameter] : undefined
    if (block.kind !== 'record' || text === undefined) continue
    const id = await idOf(exchange, block.entity, block.field, text)
    if (id !== null) subjects.set(block.entity, id)
  }
  return subjects
}

/** Read without rights: whether a person sees the record is what gets explained. */
async function idOf({ application }: Exchange, entityName: string, fieldName: string, text: string): Promise<Value> {
  const entity = entityNamed(application.model, entityName)
  const field = fieldNamed(entity, fieldName)
  const key = pathValue(field.type, text)
  if (key === null) return null
  const statement = application.planned(findByKey, THE_CLOCK, entity, field)
  const row = (await application.database.run(statement, { ...bindingsOf(application, THE_CLOCK), key }))[0]
  return (row?.['id'] as Value | undefined) ?? null
}

type Answers = (entity: string | null, condition: Expression) => boolean | null

/** One statement per record. Conditions that are constant are not evaluated. */
async function answersOf(exchange: Exchange, asked: readonly Asked[], subjects: Subjects): Promise<Answers> {
  const { application, bindings } = exchange
  const known = new Map<string, Map<Expression, boolean>>()
  for (const [name, id] of subjects) {
    const entity = entityNamed(application.model, name)
    const conditions = [...new Set(asked.filter((each) => each.entity === name).flatMap(conditionsOf))].filter(
      (condition) => !isTrue(condition) && !isFalse(condition),
    )
    if (conditions.length === 0) continue
    const viewer = { model: application.model, caller: THE_CLOCK }
    const statement = planValues(viewer, conditions, { entity, record: 'asked' })
    const row = (await application.database.run(statement, { ...bindings, asked: id }))[0] ?? {}
    known.set(name, new Map(conditions.map((condition, index) => [condition, row[`value${index}`] === true])))
  }
  return (entity, condition) => {
    if (isTrue(condition)) return true
    if (isFalse(condition)) return false
    return (entity === null ? undefined : known.get(entity)?.get(condition)) ?? null
  }
}

function conditionsOf(asked: Asked): Expression[] {
  const clauses = asked.grounds.flatMap((ground) => ground.clauses.map(({ holds }) => holds))
  return [asked.isThere, ...asked.obstacles.map(({ holds }) => holds), ...clauses]
}

function whyThing(asked: Asked, answers: Answers, lineOf: (stated: Stated) => LineOfText): WhyThing {
  const { kind, key, label, entity, named } = asked
  const isThere = answers(entity, asked.isThere)
  const obstacle = asked.obstacles.find(({ holds }) => answers(entity, holds) === true) ?? null
  return {
    kind,
    key,
    label,
    ...(asked.made === undefined ? {} : { made: asked.made }),
    ...(asked.isBuiltIn === undefined ? {} : { isBuiltIn: asked.isBuiltIn }),
    entity,
    answer: isThere === null ? 'depends' : !isThere ? 'no' : obstacle === null ? 'yes' : 'blocked',
    line: named === null ? null : lineOf(named),
    reason: isThere === true ? (obstacle?.words ?? null) : null,
    grounds: asked.grounds.map(({ says, span, isForbidding, clauses }): WhyGround => {
      const told = clauses.map((clause) => ({
        words: clause.words,
        line: lineOf(clause),
        holds: answers(entity, clause.holds),
      }))
      return {
        says,
        line: lineOf({ span }),
        isForbidding,
        holds: allHold(told.map(({ holds }) => holds)),
        clauses: told,
      }
    }),
  }
}

function allHold(clauses: readonly (boolean | null)[]): boolean | null {
  if (clauses.includes(false)) return false
  return clauses.includes(null) ? null : true
}
