// The measured operations, the same for every server: those of the help desk, of Conduit and of the task tracker.

import type { Contender } from './servers/contender.ts'
import { type ApplicationName, numberToTake } from './data.ts'
import { measure, median, type Load, type Measure, type Request } from './load.ts'
import { codeOfOwn } from './tasks/tasks-data.ts'

export interface Operation {
  readonly name: string
  /** Requests in one round. */
  readonly count: number
  /** `cursor`: of the second page of the list at `follows`. */
  request(contender: Contender, index: number, rows: number, cursor: string): Request
  /** True: both servers return the same rows. Other answers contain moments that differ. */
  readonly isComparable?: true
  /** A list whose first page says where the next one begins. */
  follows?(contender: Contender): Request
}

export const CONNECTIONS = 8

/** The JIT compiles JavaScript while it runs, so measuring starts after this many answers, or after a maximum time. */
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

export const OPERATIONS: Readonly<Record<ApplicationName, readonly Operation[]>> = {
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
      // Each ticket can be taken once, so the index continues from round to round.
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
  // Writing operations come last, because they change the moments and the order of rows.
  tasks: [
    {
      name: 'read',
      isComparable: true,
      count: 1500,
      request: ({ who }, index, rows) => get(`/api/tasks/${codeOfOwn(index, rows)}`, who.member),
    },
    {
      name: 'list in a state',
      isComparable: true,
      count: 600,
      request: ({ who }) => get('/api/tasks?status=open&sort=-createdAt&limit=25', who.member),
    },
    {
      name: 'list',
      isComparable: true,
      count: 600,
      request: ({ who }) => get('/api/tasks?sort=-createdAt&limit=25', who.member),
    },
    {
      name: 'page by offset',
      isComparable: true,
      count: 60,
      request: ({ who }, _, rows) => get(`/api/pages?offset=${rows / 2}`, who.clerk),
    },
    {
      name: 'page by cursor',
      isComparable: true,
      count: 600,
      follows: ({ who }) => get('/api/tasks?sort=-createdAt&limit=25', who.clerk),
      request: ({ who }, _index, _rows, cursor) =>
        get(`/api/tasks?sort=-createdAt&limit=25&after=${encodeURIComponent(cursor)}`, who.clerk),
    },
    {
      name: 'create',
      count: 600,
      request: ({ who }, index) => ({
        method: 'POST',
        path: '/api/tasks',
        headers: who.member,
        body: {
          code: `N${index}`,
          title: 'Call the plumber about the tap',
          weight: 1 + (index % 100),
          priority: 'high',
        },
        expect: 201,
      }),
    },
    {
      name: 'change',
      count: 600,
      request: ({ who }, index, rows) => ({
        method: 'PATCH',
        path: `/api/tasks/${codeOfOwn(index, rows)}`,
        headers: who.member,
        body: { title: `Call the plumber again, ${index}`, priority: 'low' },
        expect: 200,
      }),
    },
  ],
}

export interface Comparison {
  readonly operation: string
  /** Medians over the rounds, in the order of the contenders. */
  readonly measures: readonly Measure[]
}

/** Measures the servers alternately, round by round, so that disturbances on the machine affect all of them. */
export async function compare(
  contenders: readonly Contender[],
  operation: Operation,
  rounds: number,
  rows: number,
): Promise<Comparison> {
  const found: Measure[][] = contenders.map(() => [])
  const cursors = new Map<Contender, string>()
  for (const contender of contenders) cursors.set(contender, await cursorOf(contender, operation))
  const asked = (contender: Contender, from: number) => (index: number) =>
    operation.request(contender, from + index, rows, cursors.get(contender) ?? '')
  if (operation.isComparable === true)
    await answersAgree(contenders, operation.name, (contender) => asked(contender, 0)(0))
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

/** Checks that both servers give the same answers, except for the cursor, whose format differs. */
async function answersAgree(
  contenders: readonly Contender[],
  name: string,
  request: (contender: Contender) => Request,
): Promise<void> {
  const answers: string[] = []
  for (const contender of contenders) {
    const onAnswer = (text: string): unknown => answers.push(withoutCursor(text))
    await measure({ ...load(contender, 1, () => request(contender), 1), onAnswer })
  }
  if (new Set(answers).size > 1) throw new Error(`The answers of ${name} differ:\n${answers.join('\n')}`)
}

function withoutCursor(text: string): string {
  const inOrder = (value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => one.localeCompare(other)))
      : value
  return JSON.stringify(JSON.parse(text), (key, value) => (key === 'next' ? undefined : inOrder(value)))
}

async function cursorOf(contender: Contender, { follows }: Operation): Promise<string> {
  if (follows === undefined) return ''
  const answers: string[] = []
  await measure({ ...load(contender, 1, () => follows(contender), 1), onAnswer: (text) => answers.push(text) })
  const { next } = JSON.parse(answers[0] ?? '{}') as { readonly next?: string | null }
  if (typeof next !== 'string') throw new Error(`${contender.name} has no second page: ${answers[0]}`)
  return next
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
