// `ninefold indexes FILE`: prints how often the database has used each index of records, and lists the unused ones.

import { type IndexUse, indexUses } from '@ninefold/server/store/tables/index-use.ts'
import { type PlaceOptions, withPlaceOpened } from '../evolution/open-database.ts'

export interface IndexesOptions extends PlaceOptions {
  readonly json?: true
}

export async function indexes(file: string, options: IndexesOptions): Promise<void> {
  await withPlaceOpened(file, options, 'as it is', async ({ pool }) => {
    const found = await indexUses(pool)
    if (options.json === true) {
      process.stdout.write(`${JSON.stringify(found)}\n`)
      return
    }
    for (const index of found.indexes.toReversed()) process.stdout.write(`${lineOf(index)}\n`)
    const unused = found.indexes.filter(({ uses, isUnique }) => uses === 0 && !isUnique)
    const since = found.since === null ? 'the database was made' : found.since.toISOString()
    process.stdout.write(
      unused.length === 0
        ? `Each was used since ${since}.\n`
        : `Not used since ${since}: ${unused.map(({ name }) => name).join(', ')}. An index goes with the list, the filter or the order that the specification states for it.\n`,
    )
  })
}

function lineOf({ table, name, keys, uses, bytes }: IndexUse): string {
  return `${String(uses).padStart(10)} times  ${(bytes / 1024 / 1024).toFixed(1).padStart(8)} MB  ${name} on ${table} (${keys})`
}
