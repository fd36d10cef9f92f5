// `ninefold export-user FILE IDENTIFIER` → all data about one user, as JSON.

import { once } from 'node:events'
import { exportedData } from '@ninefold/server/gate/own-data/exported-user.ts'
import { bringEngineTables } from '@ninefold/server/store/migrate/migrate.ts'
import { type PlaceOptions, withPlaceOpened } from '../evolution/open-database.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { modelOf } from '../model-of.ts'
import { applicationOf } from '../pipeline.ts'
import { readNamedSpecification } from '../specification-of.ts'

export async function exportUser(file: string, identifier: string, options: PlaceOptions): Promise<void> {
  const source = await readNamedSpecification(file)
  const model = modelOf(source, 'used')
  await withPlaceOpened(file, options, 'as it is', async (database) => {
    await bringEngineTables(database.pool)
    const pieces = await exportedData(applicationOf(model, source.text, 'production', database, null), identifier)
    if (pieces === null) throw new Stop(`No user is called "${identifier}".`, EXIT.refused)
    // Backpressure: waits for a slow reader, so that the output does not pile up in memory.
    for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
  })
}
