// `ninefold reset-factor FILE IDENTIFIER` → lets a user who has lost the second factor sign in without it and set up
// another one.

import { resetFactor } from '@ninefold/server/gate/users/second-factors.ts'
import { bringEngineTables } from '@ninefold/server/store/migrate/migrate.ts'
import { type PlaceOptions, withPlaceOpened } from '../evolution/open-database.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { modelOf } from '../model-of.ts'
import { applicationOf } from '../pipeline.ts'
import { readNamedSpecification } from '../specification-of.ts'

export async function resetSecondFactor(file: string, identifier: string, options: PlaceOptions): Promise<void> {
  const source = await readNamedSpecification(file)
  const model = modelOf(source, 'used')
  await withPlaceOpened(file, options, 'as it is', async (database) => {
    await bringEngineTables(database.pool)
    const isDone = await resetFactor(applicationOf(model, source.text, 'production', database, null), identifier)
    if (!isDone) throw new Stop(`No user called "${identifier}" has a second factor.`, EXIT.refused)
    process.stdout.write(`The second factor of ${identifier} was removed, and all sessions of this user have ended.\n`)
  })
}
