// The four operations, the same for every contender: list, read, create, take.

import type { Contender } from './contender.ts'
import { measure, median, type Measure, type Request } from './load.ts'

export interface Operation {
  readonly name: string
  /** Requests of one round. */
  readonly count: number
  request(contender: Contender, index: number): Request
}

const FIRST_NUMBER = 1000
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
    request: ({ customer }, index) => ({
      method: 'GET',
      path: `/api/tickets/${FIRST_NUMBER + ((index * 37) % TICKETS)}`,
      cookie: customer,
      expect: 200,
    }),
  },
  { name: 'create', count: 600, request: create },
  {
    // Each ticket can be taken once: the index goes on from round to round.
    name: 'transition',
    count: 300,
    request: ({ agent }, index) => ({
      method: 'POST',
      path: `/api/tickets/${FIRST_NUMBER + index}/take`,
      cookie: agent,
      expect: 200,
    }),
  },
]

export async function fill(contender: Contender): Promise<void> {
  await measure(load(contender, { name: 'fill', count: TICKETS, request: create }, 0))
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
): Promise<Comparison> {
  const found: Measure[][] = contenders.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [place, contender] of contenders.entries()) {
      const result = await measure(load(contender, operation, round * operation.count))
      // The first round warms up.
      if (round > 0) found[place]?.push(result)
    }
  }
  return { operation: operation.name, measures: found.map(middle) }
}

function load(contender: Contender, operation: Operation, from: number) {
  return {
    address: contender.address,
    processId: contender.processId,
    connections: CONNECTIONS,
    count: operation.count,
    next: (index: number) => operation.request(contender, from + index),
  }
}

function middle(measures: readonly Measure[]): Measure {
  const processor = measures.flatMap((found) => found.processorMs ?? [])
  return {
    requestsPerSecond: median(measures.map((found) => found.requestsPerSecond)),
    medianMs: median(measures.map((found) => found.medianMs)),
    worstPercentMs: median(measures.map((found) => found.worstPercentMs)),
    processorMs: processor.length === 0 ? null : median(processor),
  }
}
