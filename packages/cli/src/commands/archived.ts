// `ninefold archived FILE`: a database → what changes of its specification took away, and could be brought back.
// `ninefold bring-back FILE NAME` does that.

import { archivedIn, NotRestorable, restoreArchived } from '@ninefold/server/store/archive.ts'
import { bringEngineTables } from '@ninefold/server/store/migrate.ts'
import { type PlaceOptions, withDatabase } from '../evolution/place-of-data.ts'
import { EXIT, Stop } from '../exit.ts'
import { counted } from '../terminal.ts'

export async function archived(file: string, options: PlaceOptions): Promise<void> {
  const found = await withDatabase(file, options, async ({ pool }) => {
    await bringEngineTables(pool)
    return archivedIn(pool)
  })
  const lines = found.map(({ name, at, records, restoredAt }) => {
    const back = restoredAt === null ? '' : `, brought back ${dayOf(restoredAt)}`
    return `${name}  ${counted(records, 'record')}, taken away ${dayOf(at)}${back}\n`
  })
  process.stdout.write(lines.length === 0 ? 'Nothing is in the archive.\n' : lines.join(''))
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

export async function bringBack(file: string, name: string, options: PlaceOptions): Promise<void> {
  const records = await withDatabase(file, options, async ({ pool }) => {
    await bringEngineTables(pool)
    return restoreArchived(pool, name).catch((error: unknown) => {
      throw error instanceof NotRestorable ? new Stop(error.message, EXIT.refused) : error
    })
  })
  process.stdout.write(`${name}: brought back for ${counted(records, 'record')}.\n`)
}
