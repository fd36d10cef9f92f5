// `ninefold archived FILE`: lists the data that migrations of a database have moved to the archive. `ninefold
// bring-back FILE NAME` restores it, and `ninefold erase-archived FILE NAME…` deletes it for good.

import {
  type Archived,
  archivedIn,
  eraseArchived,
  NotRestorable,
  restoreArchived,
} from '@ninefold/server/store/migrate/archive.ts'
import { appliedText } from '@ninefold/server/store/migrate/applied-text.ts'
import { bringEngineTables } from '@ninefold/server/store/migrate/migrate.ts'
import { askForYes } from '../terminal/ask-for-yes.ts'
import { type PlaceOptions, withDatabase } from '../evolution/open-database.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { revisionOf } from '../pipeline.ts'
import { counted } from '../terminal/terminal.ts'

export async function archived(file: string, options: PlaceOptions): Promise<void> {
  const found = await withDatabase(file, options, async ({ pool }) => {
    await bringEngineTables(pool)
    return archivedIn(pool)
  })
  process.stdout.write(found.length === 0 ? 'The archive is empty.\n' : found.map(lineOf).join(''))
}

function lineOf({ name, at, version, records, bytes, restoredAt }: Archived): string {
  const back = restoredAt === null ? '' : `, brought back ${dayOf(restoredAt)}`
  const size = `${Math.ceil(bytes / 1024)} kB`
  return `${name}  ${counted(records, 'record')}, ${size}, taken away ${dayOf(at)} after version ${version}${back}\n`
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

export interface EraseOptions extends PlaceOptions {
  readonly yes?: true
}

/** Everything in the archive under these names, from all migrations. */
export async function erase(file: string, names: readonly string[], options: EraseOptions): Promise<void> {
  await withDatabase(file, options, async ({ pool }) => {
    await bringEngineTables(pool)
    const all = await archivedIn(pool)
    const missing = names.filter((name) => !all.some((each) => each.name === name))
    if (missing.length > 0)
      throw new Stop(`Nothing was erased: nothing called ${missing.join(', ')} is in the archive.`, EXIT.refused)
    const found = all.filter(({ name }) => names.includes(name))
    process.stdout.write(found.map(lineOf).join(''))
    const agreed = options.yes === true ? true : await askForYes('erase this for good')
    if (agreed === null)
      throw new Stop('Nothing was erased, because there was no confirmation: give --yes.', EXIT.refused)
    if (!agreed) throw new Stop('Nothing was erased.', EXIT.refused)
    const text = (await appliedText(pool)) ?? ''
    await eraseArchived(
      pool,
      found.map(({ id }) => id),
      revisionOf(text),
    )
    process.stdout.write('Erased. Earlier backups still contain the data.\n')
  })
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
