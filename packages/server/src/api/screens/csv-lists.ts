// A list of a screen → a CSV file of all its rows. It is read in parts while it is sent, so that memory use is
// constant. Each part is a request of its own, with its own check of rights.

import { Readable } from 'node:stream'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { valueAt } from '@ninefold/core/contract/calls/answer-parts.ts'
import {
  BETWEEN_CELLS,
  CSV_BEGIN,
  csvCell,
  type CsvDialect,
  csvLine,
  csvText,
  WITH_COMMAS,
  WITH_SEMICOLONS,
} from '@ninefold/core/contract/inputs/csv.ts'
import { answerColumns, pagingOf } from '@ninefold/core/contract/screens/screen-answers.ts'
import { type Definitions, withDefinitions } from '@ninefold/core/contract/custom-fields/app-with-custom-fields.ts'
import { flatValues } from '@ninefold/core/contract/custom-fields/custom-field-values.ts'
import { appColumn, customFieldColumns, visibleColumns } from '@ninefold/core/contract/screens/screen-columns.ts'
import { SHOWN_COLUMNS } from '@ninefold/core/contract/screens/views.ts'
import type { DrawnBlock } from '@ninefold/core/model/lists/drawn-blocks.ts'
import type { AnswerBlock, ListBlock, Screen } from '@ninefold/core/model/screens.ts'
import { create as contentDisposition } from 'content-disposition'
import { said } from '@ninefold/core/model/words.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { shownDefinitions } from '../../gate/custom-fields/shown-custom-fields.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Row } from '../../store/driver/rows.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Query } from '../http/query.ts'
import { callerNow } from '../authentication/authentication.ts'
import { answerBlock } from './screen-answers.ts'
import { boundAt, placesOf } from './list-parts.ts'
import { filePartPlan } from './screen-list-plans.ts'
import { narrow } from './list-request.ts'
import { scopeOf } from './screen-scope.ts'
import { openedBlock, parentRecord, refuseOtherRecords } from './screens.ts'

const ROWS_AT_ONCE = 1000

type Values = Readonly<Record<string, unknown>>
type Ask = () => Promise<Exchange>
type Exported = ListBlock | AnswerBlock

/** `GET /_ninefold/screens/:screen/:block/rows.csv`, with the query of the list except its page. */
export function csvRoute(
  instance: FastifyInstance,
  application: Application,
  exchangeOf: (request: FastifyRequest) => Promise<Exchange>,
): void {
  // HEAD would have to read the whole list.
  const options = { exposeHeadRoute: false }
  instance.get('/_ninefold/screens/:screen/:block/rows.csv', options, async (request, reply) => {
    const { shown, dialect, exchange } = withoutForm(await exchangeOf(request))
    // Looks up the caller anew for each part.
    const ask: Ask = async () => {
      const caller = await callerNow(application, request)
      return { ...exchange, caller, bindings: bindingsOf(application, caller) }
    }
    const { screen, block } = openedBlock(exchange)
    await refuseOtherRecords(exchange, screen)
    if (!isExported(block)) throw refused('not found')
    if (exchange.query['page'] !== undefined) throw refused('unknown input', 'page')
    const parts = block.kind === 'list' ? partsOfList(ask) : partsOfAnswer(ask)
    // Reads the first part before sending, so that a refusal can still become a status.
    const first = await parts.next()
    const definitions = await shownDefinitions(exchange, application.database)
    const columns = columnsOf(exchange, block, shown, definitions)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition(`${said(exchange.application.model, screen.name)}.csv`))
      .send(Readable.from(linesOf(columns, dialect, first, parts)))
  })
}

function isExported(block: DrawnBlock): block is Exported {
  if (block.kind === 'answer') return block.isList && block.choicesFor === null
  return block.kind === 'list' && block.form.kind !== 'chart'
}

interface FormOfFile {
  readonly shown: Query[string]
  readonly dialect: CsvDialect
  readonly exchange: Exchange
}

/** Splits off the parameters of the file's format: its columns and its separator. */
function withoutForm(exchange: Exchange): FormOfFile {
  const { [SHOWN_COLUMNS]: shown, [BETWEEN_CELLS]: between, ...query } = exchange.query
  if (between !== undefined && between !== 'semicolon' && between !== 'comma')
    throw refused('wrong type', BETWEEN_CELLS)
  return { shown, dialect: between === 'semicolon' ? WITH_SEMICOLONS : WITH_COMMAS, exchange: { ...exchange, query } }
}

/** The requested columns in the requested order, or all columns of the list. */
function columnsOf(
  exchange: Exchange,
  block: Exported,
  shown: Query[string],
  definitions: Definitions,
): readonly AppColumn[] {
  const scope = scopeOf(exchange)
  const ofText =
    block.kind === 'answer'
      ? answerColumns(scope, block)
      : visibleColumns(scope, block).map((column) => appColumn(scope, block.entity, column))
  const all = withDefinitions(ofText, definitions)
  if (shown === undefined) return all
  const keys = typeof shown === 'string' ? [...new Set(shown.split(','))] : []
  const wanted = keys.flatMap((key) => all.find((column) => column.key === key) ?? [])
  if (wanted.length === 0 || wanted.length < keys.length) throw refused('wrong type', SHOWN_COLUMNS)
  return wanted
}

async function* linesOf(
  columns: readonly AppColumn[],
  dialect: CsvDialect,
  first: IteratorResult<readonly Values[], void>,
  others: AsyncIterable<readonly Values[]>,
): AsyncGenerator<string> {
  const lines = (rows: readonly Values[]): string =>
    rows
      .map((row) =>
        csvLine(
          columns.map(({ key, display }) => csvCell(display, row[key], dialect)),
          dialect,
        ),
      )
      .join('')
  const headings = columns.map(({ label }) => csvText(label))
  yield CSV_BEGIN + csvLine(headings, dialect)
  if (first.done !== true) yield lines(first.value)
  for await (const rows of others) yield lines(rows)
}

async function* partsOfList(ask: Ask): AsyncGenerator<readonly Values[], void> {
  let last: Row | null = null
  do {
    const exchange: Exchange = await ask()
    const { screen, block } = openedBlock(exchange)
    if (block.kind !== 'list') throw refused('not found')
    const rows: readonly Row[] = await rowsAfter(exchange, screen, block, last)
    const keys = customFieldColumns(scopeOf(exchange), block)
    const definitions = keys.size === 0 ? null : await shownDefinitions(exchange, exchange.application.database)
    yield rows.map((row) => {
      const values = JSON.parse(String(row['json'])) as Values
      return definitions === null ? values : flatValues(values, keys, definitions)
    })
    last = rows.length < ROWS_AT_ONCE ? null : (rows.at(-1) ?? null)
  } while (last !== null)
}

async function rowsAfter(
  exchange: Exchange,
  screen: Screen,
  block: ListBlock,
  last: Row | null,
): Promise<readonly Row[]> {
  const { application, caller } = exchange
  const { list, bindings } = await narrow(exchange, screen, block)
  const parent = await parentRecord(exchange, screen, block)
  const places = placesOf(last)
  const after = last === null ? null : places.map((place) => place === null)
  const statement = application.planned(filePartPlan, caller, list, application.operations, after)
  return application.database.run(statement, {
    ...bindings,
    parent,
    'page.take': ROWS_AT_ONCE,
    ...(last === null ? {} : boundAt('after', { places, id: String(last['id']) })),
  })
}

/** Page by page if the call is paginated, else in one answer. */
async function* partsOfAnswer(ask: Ask): AsyncGenerator<readonly Values[], void> {
  for (let page = 1; ; page++) {
    const asked = await ask()
    const { screen, block } = openedBlock(asked)
    if (block.kind !== 'answer') throw refused('not found')
    const paging = pagingOf(scopeOf(asked), block)
    const query = paging === null ? asked.query : { ...asked.query, page: String(page) }
    const { answer } = JSON.parse(await answerBlock({ ...asked, query }, screen, block)) as { readonly answer: unknown }
    const part = valueAt(answer, block.part)
    const rows = Array.isArray(part) ? part : []
    yield rows.map((row) => Object.fromEntries(block.columns.map(({ path }) => [path.join('.'), valueAt(row, path)])))
    if (paging === null || rows.length < paging.size) return
  }
}
