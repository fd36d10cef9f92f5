// A list of many records → time and memory of the server that writes it as a file, and that does an action to its rows.

import { readFileSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import { startServer, stopServer, TOKENS } from './servers/contender.ts'
import { printTable } from './print-table.ts'

/** Each row is a request of its own, so a million takes an hour. */
const CHANGED_MAX = 20_000
/** Requests of a client that does the same action to one row after another: the reference. */
const ONE_BY_ONE = 500

export interface BulkActionSubject {
  readonly program: string
  readonly specification: string
  readonly environment: Readonly<Record<string, string>>
  readonly list: string
  readonly action: string
  /** The request that does it to the row of this place in the file. */
  readonly one: (place: number) => string
  readonly rows: number
}

export async function benchBulkActions(subject: BulkActionSubject): Promise<void> {
  const { program, specification, environment, rows } = subject
  const words = ['start', specification, '--port', '0', '--host', '127.0.0.1', '--allow-provisional']
  const { address, child } = await startServer([program, ...words], environment)
  try {
    const list = address + subject.list
    await fetch(`${list}?page=1`, { headers: HEADERS })
    const lines = [['started', '', '', memoryOf(child)]]
    const exported = await timed(() => linesOf(`${list}/rows.csv`))
    if (exported.answer !== rows + 1) throw new Error(`${exported.answer} lines of ${rows} rows.`)
    lines.push(['saved as a file', rows.toLocaleString('en'), exported.seconds, memoryOf(child)])
    const single = await timed(() => changedOneByOne(address, subject))
    lines.push([`${subject.action}, by requests of a client`, String(single.answer), single.seconds, memoryOf(child)])
    const changed = await timed(() => changedRows(list, subject.action))
    lines.push([`${subject.action}, row by row`, changed.answer.toLocaleString('en'), changed.seconds, memoryOf(child)])
    const ofEach = ({ answer, ms }: Timed): number => ms / Number(answer)
    console.log(
      `A row of the whole list takes ${(ofEach(changed) / ofEach(single)).toFixed(2)} of a request of a client.\n`,
    )
    printTable(['whole list', 'rows', 'time', 'peak memory'], lines)
    console.log('')
  } finally {
    await stopServer(child)
  }
}

const HEADERS = { cookie: `ninefold_session=${TOKENS.member}`, 'ninefold-client': 'web' }

interface Timed {
  readonly answer: number
  readonly ms: number
  readonly seconds: string
}

async function timed(work: () => Promise<number>): Promise<Timed> {
  const begunAt = performance.now()
  const answer = await work()
  const ms = performance.now() - begunAt
  return { answer, ms, seconds: `${(ms / 1000).toFixed(1)} s` }
}

/** The last rows, which the whole list reaches last. */
async function changedOneByOne(address: string, { one, rows }: BulkActionSubject): Promise<number> {
  for (let place = rows - ONE_BY_ONE; place < rows; place++) {
    const response = await fetch(address + one(place), { method: 'POST', headers: HEADERS })
    if (response.status !== 200) throw new Error(await response.text())
    await response.text()
  }
  return ONE_BY_ONE
}

async function linesOf(address: string): Promise<number> {
  const { body, status } = await fetch(address, { headers: HEADERS })
  if (body === null || status !== 200) throw new Error(`${address} answers ${status}.`)
  let lines = 0
  for await (const bytes of body) for (const byte of bytes as Uint8Array) if (byte === 10) lines += 1
  return lines
}

async function changedRows(list: string, label: string): Promise<number> {
  const app = (await (await fetch(new URL('/_ninefold/app', list), { headers: HEADERS })).json()) as {
    readonly screens: readonly {
      readonly blocks: readonly { readonly forChosen?: readonly { key: string; label: string }[] }[]
    }[]
  }
  const actions = app.screens.flatMap(({ blocks }) => blocks.flatMap(({ forChosen = [] }) => forChosen))
  const action = actions.find((each) => each.label.toLowerCase() === label)?.key
  let [done, after]: [number, string | null | undefined] = [0, undefined]
  while (after !== null && done < CHANGED_MAX) {
    const body = JSON.stringify({ action, ...(after === undefined ? {} : { after }) })
    const headers = { ...HEADERS, 'content-type': 'application/json' }
    const response = await fetch(`${list}/all`, { method: 'POST', headers, body })
    if (response.status !== 200) throw new Error(await response.text())
    const part = (await response.json()) as { done: number; next: string | null }
    done += part.done
    after = part.next
  }
  return done
}

function memoryOf({ pid }: ChildProcess): string {
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return `${(Number(peak?.[1] ?? 0) / 1024).toFixed(0)} MB`
}
