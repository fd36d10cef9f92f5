// The operations that are measured, the same for every contender: four of the help desk, two of Conduit.

import type { Contender } from './contender.ts'
import { numberToTake } from './data.ts'
import { measure, median, type Load, type Measure, type Request } from './load.ts'

export interface Operation {
  readonly name: string
  /** Requests of one round. */
  readonly count: number
  request(contender: Contender, index: number, rows: number): Request
}

export const CONNECTIONS = 8

/** JavaScript is compiled while it runs: a server is measured when it has answered so many, or for so long. */
const WARM_UP = 6_000
const WARM_UP_MS = 5_000

const newTicket = {
  subject: 'The printer on the second floor prints nothing',
  body: 'It makes a noise, the light is green, and the paper stays white. We turned it off and on again.',
  priority: 'high',
}

function get(path: string, headers: Request['headers']): Request {
  return { method: 'GET', path, headers, expect: 200 }
}

export const OPERATIONS: Readonly<Record<'helpdesk' | 'conduit', readonly Operation[]>> = {
  helpdesk: [
    { name: 'list', count: 400, request: ({ who }) => get('/api/tickets', who.agent) },
    {
      name: 'read',
      count: 1500,
      request: ({ who }, index, rows) => get(`/api/tickets/${1001 + ((index * 7919) % rows)}`, who.admin),
    },
    {
      name: 'create',
      count: 600,
      request: ({ who, category }) => {
        const body = { ...newTicket, category }
        return { method: 'POST', path: '/api/tickets', headers: who.customer, body, expect: 201 }
      },
    },
    {
      // Each ticket can be taken once: the index goes on from round to round.
      name: 'transition',
      count: 400,
      request: ({ who }, index, rows) => {
        const path = `/api/tickets/${numberToTake(rows, index)}/take`
        return { method: 'POST', path, headers: who.agent, expect: 200 }
      },
    },
  ],
  conduit: [
    { name: 'articles', count: 200, request: ({ who }) => get('/api/articles', who.reader) },
    { name: 'feed', count: 200, request: ({ who }) => get('/api/articles/feed', who.reader) },
  ],
}

export interface Comparison {
  readonly operation: string
  /** Medians over the rounds, in the order of the contenders. */
  readonly measures: readonly Measure[]
}

/** Every contender in turn, round by round, so that what happens on the machine happens to all of them. */
export async function compare(
  contenders: readonly Contender[],
  operation: Operation,
  rounds: number,
  rows: number,
): Promise<Comparison> {
  const found: Measure[][] = contenders.map(() => [])
  const asked = (contender: Contender, from: number) => (index: number) =>
    operation.request(contender, from + index, rows)
  for (const contender of contenders)
    await measure({ ...load(contender, WARM_UP, asked(contender, 0)), milliseconds: WARM_UP_MS })
  for (let round = 0; round < rounds; round++) {
    for (const [place, contender] of contenders.entries()) {
      const from = WARM_UP + round * operation.count
      found[place]?.push(await measure(load(contender, operation.count, asked(contender, from))))
    }
  }
  return { operation: operation.name, measures: found.map(middle) }
}

export function load(
  { address, processId }: Contender,
  count: number,
  next: (index: number) => Request,
  connections = CONNECTIONS,
): Load {
  return { address, processId, connections, count, next }
}

function middle(measures: readonly Measure[]): Measure {
  const processor = measures.flatMap((found) => found.processorMs ?? [])
  return {
    requestsPerSecond: median(measures.map((found) => found.requestsPerSecond)),
    medianMs: median(measures.map((found) => found.medianMs)),
    worstPercentMs: median(measures.map((found) => found.worstPercentMs)),
    busy: measures.reduce((sum, found) => sum + found.busy, 0),
    processorMs: processor.length === 0 ? null : median(processor),
  }
}
