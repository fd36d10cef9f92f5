// The four operations, the same for every contender: list, read, create, take.

import type { Contender } from './contender.ts'
import { measure, median, type Load, type Measure, type Request } from './load.ts'

export interface Operation {
  readonly name: string
  /** Requests of one round. */
  readonly count: number
  request(contender: FilledContender, index: number): Request
}

/** Numbers of the tickets that are there. They may have gaps: a number that a failed attempt took is not given again. */
export type FilledContender = Contender & { readonly numbers: readonly number[] }

/** Tickets that are there before anything is measured. */
export const TICKETS = 2000
export const CONNECTIONS = 8

const newTicket = {
  subject: 'The printer on the second floor prints nothing',
  body: 'It makes a noise, the light is green, and the paper stays white. We turned it off and on again.',
  priority: 'high',
}

function create(contender: Contender): Request {
  const body = { ...newTicket, category: contender.category }
  return { method: 'POST', path: '/api/tickets', cookie: contender.customer, body, expect: 201 }
}

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'list',
    count: 400,
    request: ({ customer }) => ({ method: 'GET', path: '/api/tickets', cookie: customer, expect: 200 }),
  },
  {
    name: 'read',
    count: 2000,
    request: ({ customer, numbers }, index) => ({
      method: 'GET',
      path: `/api/tickets/${numbers[(index * 37) % numbers.length]}`,
      cookie: customer,
      expect: 200,
    }),
  },
  { name: 'create', count: 600, request: create },
  {
    // Each ticket can be taken once: the index goes on from round to round.
    name: 'transition',
    count: 300,
    request: ({ agent, numbers }, index) => ({
      method: 'POST',
      path: `/api/tickets/${numbers[index]}/take`,
      cookie: agent,
      expect: 200,
    }),
  },
]

export async function fill(contender: Contender): Promise<FilledContender> {
  const numbers: number[] = []
  await measure({
    ...load(contender, TICKETS, () => create(contender)),
    onAnswer: (text) => numbers.push((JSON.parse(text) as { number: number }).number),
  })
  return { ...contender, numbers }
}

export interface Comparison {
  readonly operation: string
  /** Medians over the rounds, in the order of the contenders. */
  readonly measures: readonly Measure[]
}

/** Every contender in turn, round by round, so that what happens on the machine happens to all of them. */
export async function compare(
  contenders: readonly FilledContender[],
  operation: Operation,
  rounds: number,
): Promise<Comparison> {
  const found: Measure[][] = contenders.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [place, contender] of contenders.entries()) {
      const result = await measure(
        load(contender, operation.count, (index) => operation.request(contender, round * operation.count + index)),
      )
      // The first round warms up.
      if (round > 0) found[place]?.push(result)
    }
  }
  return { operation: operation.name, measures: found.map(middle) }
}

function load(contender: Contender, count: number, next: (index: number) => Request): Load {
  return { address: contender.address, processId: contender.processId, connections: CONNECTIONS, count, next }
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
