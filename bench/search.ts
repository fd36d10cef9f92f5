// Searches of the help desk for callers who see all tickets, those of a team, and their own: in the palette and in a
// list, for rare, frequent and mistyped words. With a baseline, the Ninefold of another checkout answers from the same database.
//
//   npm run bench search -- --rows 100000,1000000 --baseline ../before

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import pg from 'pg'
import type { Contender, Person } from './servers/contender.ts'
import { median } from './load.ts'
import type { TicketTexts } from './data.ts'
import { startBeside, startNinefold } from './servers/ninefold.ts'
import { milliseconds, printTable } from './print-table.ts'

const TIMES = 3
const BUILD_MS_MAX = 1_800_000

/** Each with the part of the tickets that it matches. */
const SEARCHES: readonly (readonly [string, string])[] = [
  ['zebrafish', '1 in 20,000'],
  ['maroon', '1 in 100'],
  ['magenta', '3 in 100'],
  ['scanner', 'half'],
  ['scanner zebrafish', '1 in 40,000'],
  ['scanner magenta', '3 in 200'],
  ['sc', 'half and more'],
  ['zebrafsih', 'mistyped'],
]
const CALLERS: readonly Person[] = ['admin', 'agent', 'customer']

export async function benchSearch(rows: number, baseline: string | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, settings: { max_wal_size: '4GB' } })
  const contenders: Contender[] = []
  try {
    const own = await startNinefold(postgres.connectionString, 'helpdesk', rows, { texts: textsOfTickets() })
    contenders.push(own)
    const builtMs = await untilIndexed(own.connectionString)
    if (baseline !== null) contenders.push(await startBeside(own, baseline))
    console.log(
      `${rows.toLocaleString('en')} tickets, medians of ${TIMES}; indexes after ${(builtMs / 1000).toFixed(0)} s\n`,
    )
    const table: string[][] = []
    for (const [words, part] of SEARCHES)
      for (const person of CALLERS)
        for (const place of ['palette', 'list'] as const) {
          if (person === 'customer' && place === 'list') continue
          table.push([`${words} (${part})`, person, place, ...(await figures(contenders, person, place, words))])
        }
    const names = contenders.flatMap(({ name }) => [name, 'slowest'])
    printTable(['words', 'caller', 'search', ...names, ...(baseline === null ? [] : ['ratio'])], table)
    console.log('')
  } finally {
    for (const contender of contenders) await contender.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function figures(
  contenders: readonly Contender[],
  person: Person,
  place: 'palette' | 'list',
  words: string,
): Promise<string[]> {
  const times = contenders.map((): number[] => [])
  for (let round = 0; round <= TIMES; round++)
    for (const [index, contender] of contenders.entries()) {
      const path = place === 'palette' ? '/_ninefold/search' : '/_ninefold/screens/queue/0'
      const begunAt = performance.now()
      const response = await fetch(`${contender.address}${path}?q=${encodeURIComponent(words)}`, {
        headers: { ...contender.who[person], 'ninefold-client': 'web' },
      })
      if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
      await response.text()
      // The first answer is planned.
      if (round > 0) times[index]?.push(performance.now() - begunAt)
    }
  const [own, other] = times.map(median)
  const ratio = own === undefined || other === undefined ? [] : [(other / own).toFixed(1)]
  return [...times.flatMap((each) => [milliseconds(median(each)), milliseconds(Math.max(...each))]), ...ratio]
}

/** Subjects and bodies of words with a skewed frequency, always the same. */
function textsOfTickets(): TicketTexts {
  const word = (seed: number): string =>
    `translate(left(md5(floor(power(20000, ((i::bigint * ${seed} + 12345) % 99991) / 99991.0))::text), 7), '0123456789', 'ghijklmnop')`
  const words = (seeds: readonly number[]): string => seeds.map(word).join(` || ' ' || `)
  const place = '(i::bigint * 48271 % 65537)'
  return {
    subject: `(ARRAY['Printer', 'Scanner'])[1 + ${place} % 2] || ' ' || ${words([7919, 6101, 104_729])}
      || CASE WHEN ${place} % 20000 = 7 THEN ' zebrafish' ELSE '' END`,
    body: `${words([31, 337, 7607, 15_485_863, 611, 919])}
      || CASE WHEN ${place} % 100 = 9 THEN ' maroon' WHEN ${place} % 100 < 3 THEN ' magenta' ELSE '' END`,
  }
}

async function untilIndexed(connectionString: string): Promise<number> {
  const begunAt = performance.now()
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    while (performance.now() - begunAt < BUILD_MS_MAX) {
      const { rows } = await client.query(
        "SELECT FROM pg_stat_user_tables AS t, pg_index AS i WHERE t.relname = 'ticket' AND i.indrelid = t.relid AND i.indisvalid AND pg_get_indexdef(i.indexrelid) LIKE '%gin_trgm_ops%'",
      )
      if (rows.length > 0) break
      await setTimeout(100)
    }
    return performance.now() - begunAt
  } finally {
    await client.end()
  }
}
