// ``Shows: answer of call `GET /path` `` and forms that are filled from one. The call itself answers with all its
// checks, so that a screen never shows more than the call.

import { isPlainObject } from '@ninefold/core/contract/inputs/plain-object.ts'
import type { FormData as RecordForm } from '@ninefold/core/contract/wire/app.ts'
import { findOperation } from '@ninefold/core/contract/calls/calls.ts'
import { OFFERED, ROW } from '@ninefold/core/contract/calls/answer-offers.ts'
import { pagingOf } from '@ninefold/core/contract/screens/screen-answers.ts'
import { daysAsked } from '@ninefold/core/contract/screens/screen-forms.ts'
import { formOf } from '@ninefold/core/contract/screens/screen-actions.ts'
import { parametersIn } from '@ninefold/core/model/addresses/call-path.ts'
import type { Method } from '@ninefold/core/model/calls.ts'
import type { AnswerBlock, FormBlock, ParameterValue, Screen } from '@ninefold/core/model/screens.ts'
import { refused } from '../../gate/context/refusal.ts'
import { shownOn, type ShownAnswer } from '../../gate/context/shown-answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { answerOperation } from '../calls/operations.ts'
import { askedWith, namesOfPlace } from './screen-values.ts'

const PAGE_MAX = 1_000_000

/** `{"answer": …, "offered": …}`: the actions on each row or on the record; null: the call says so itself. */
export async function answerBlock(exchange: Exchange, screen: Screen, block: AnswerBlock): Promise<string> {
  const { application, query } = exchange
  const paging = pagingOf(application, block)
  const known = [
    ...namesOfPlace(application.model, screen, query),
    ...block.filters,
    ...daysAsked(application, block),
    ...(paging === null ? [] : ['page']),
  ]
  refuseOtherParameters(query, known)
  const given = [...block.filters, ...daysAsked(application, block)].flatMap((name) => {
    const sent = query[name]
    return typeof sent === 'string' && sent !== '' ? [[name, sent] as const] : []
  })
  const page = paging === null ? null : { take: paging.size, after: (pageOf(query) - 1) * paging.size }
  const turned =
    paging?.by == null || page === null
      ? {}
      : { [paging.by.take]: String(page.take), [paging.by.after]: String(page.after) }
  const shown: ShownAnswer = { on: shownOn(screen, block, exchange.caller), page }
  const json = await asked({ ...exchange, shown }, screen, block, { ...Object.fromEntries(given), ...turned })
  return JSON.stringify(withoutOffers(JSON.parse(json), block))
}

interface Shown {
  readonly answer: unknown
  readonly offered: unknown
}

/** Splits the statement's combined result. Rows that the caller may not see are left out. */
function withoutOffers(answer: unknown, { part, isList }: Pick<AnswerBlock, 'part' | 'isList'>): Shown {
  const [key, ...rest] = part
  if (key === undefined) {
    if (!isList) return isOffering(answer) ? { answer: answer[ROW] ?? null, offered: answer[OFFERED] } : alone(answer)
    if (!Array.isArray(answer) || !answer.every(isOffering)) return alone(answer)
    const rows = answer.filter((each) => ROW in each)
    return { answer: rows.map((each) => each[ROW]), offered: rows.map((each) => each[OFFERED]) }
  }
  if (!isPlainObject(answer) || !Object.hasOwn(answer, key)) return alone(answer)
  const inner = withoutOffers(answer[key], { part: rest, isList })
  return { answer: { ...answer, [key]: inner.answer }, offered: inner.offered }
}

function alone(answer: unknown): Shown {
  return { answer, offered: null }
}

function isOffering(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && Object.keys(value).every((key) => key === ROW || key === OFFERED) && OFFERED in value
}

/** Pages are counted from 1. */
export function pageOf({ page }: Exchange['query']): number {
  if (page === undefined) return 1
  const number = typeof page === 'string' && /^[0-9]{1,7}$/.test(page) ? Number(page) : 0
  if (number < 1 || number > PAGE_MAX) throw refused('wrong type', 'page')
  return number
}

interface Asked {
  readonly method: Method
  readonly path: string
  readonly with: readonly ParameterValue[]
}

async function asked(
  exchange: Exchange,
  screen: Screen,
  { method, path, with: given }: Asked,
  query: Readonly<Record<string, string>>,
): Promise<string> {
  const operation = findOperation(exchange.application.operations, method, path)
  if (operation === null || operation.method !== 'GET') throw refused('not found')
  const values = await askedWith(exchange, screen, given)
  const inPath = parametersIn(path)
  const parameters = Object.fromEntries(Object.entries(values).filter(([name]) => inPath.includes(name)))
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => !(name in parameters)))
  const answer = await answerOperation(
    { ...exchange, parameters, query: { ...query, ...others }, body: undefined },
    operation,
  )
  return answer.json ?? 'null'
}

/** Present values of a form's inputs, taken from the answer of another call; everything else in it is dropped. */
export async function filledForm(exchange: Exchange, screen: Screen, form: FormBlock): Promise<RecordForm> {
  const { application, caller, query } = exchange
  const operation = findOperation(application.operations, form.method, form.path)
  if (form.filledFrom === null || operation === null) throw refused('not found')
  refuseOtherParameters(query, namesOfPlace(application.model, screen, query))
  const answer = JSON.parse(await asked(exchange, screen, form.filledFrom, {})) as unknown
  const inputs = formOf({ model: application.model, caller, operations: application.operations }, operation)
  const values = inputs.flatMap(({ path }) => {
    const value = valueAt(answer, path)
    return value === undefined ? [] : [[path.join('.'), value] as const]
  })
  return { inputs: inputs.map(({ path }) => path.join('.')), values: Object.fromEntries(values) }
}

function valueAt(answer: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key)
        ? (part as Record<string, unknown>)[key]
        : undefined,
    answer,
  )
}
