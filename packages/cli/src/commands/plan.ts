// `ninefold plan FILE`: prints the effects of migrating a database to a specification, for each role.

import { readIdentitiesFile } from '../evolution/identities-file.ts'
import { type PlaceOptions, withPlaceOpened } from '../evolution/open-database.ts'
import { asksFor, type Plan, planOf } from '../evolution/plan.ts'
import { planAsJson, planAsText } from '../evolution/print-plan.ts'
import { EXIT } from '../terminal/exit.ts'
import { modelOf } from '../model-of.ts'
import { readNamedSpecification } from '../specification-of.ts'
import { coloursFor } from '../terminal/terminal.ts'

export interface PlanOptions extends PlaceOptions {
  readonly json?: true
}

/** Returns the exit code "refused" if the migration needs a consent or meets an obstacle. */
export async function plan(file: string, options: PlanOptions): Promise<number> {
  const found = await planned(file, options)
  process.stdout.write(
    options.json === true ? planAsJson(file, found) : planAsText(file, found, coloursFor(process.stdout)),
  )
  return isFree(found) ? EXIT.done : EXIT.refused
}

/** Changes nothing. Throws Stop if the specification has errors, or if its database cannot be reached. */
export async function planned(file: string, options: PlaceOptions): Promise<Plan> {
  const source = await readNamedSpecification(file)
  const model = modelOf(source, 'planned')
  const lock = await readIdentitiesFile(file)
  return withPlaceOpened(file, options, 'shared', (database) => planOf(database, model, lock))
}

function isFree(found: Plan): boolean {
  return asksFor(found).length === 0 && found.obstacles.length === 0
}
