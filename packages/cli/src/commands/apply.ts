// `ninefold apply FILE`: migrates a database to a specification, after the necessary consents.

import { nextLock } from '@ninefold/core/evolution/evolve.ts'
import { appliedIdentities } from '@ninefold/server/store/migrate/applied-text.ts'
import { validateConstraints, type WaitingStep } from '@ninefold/server/store/migrate/migrate.ts'
import { askForYes } from '../terminal/ask-for-yes.ts'
import { readIdentitiesFile, writeIdentitiesFile } from '../evolution/identities-file.ts'
import { type PlaceOptions, withDatabase } from '../evolution/open-database.ts'
import { asksFor, isNothing, type Plan, planOf } from '../evolution/plan.ts'
import { planAsText } from '../evolution/print-plan.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { modelOf } from '../model-of.ts'
import { bringTo } from '../pipeline.ts'
import { readNamedSpecification } from '../specification-of.ts'
import { coloursFor, counted } from '../terminal/terminal.ts'

export interface ApplyOptions extends PlaceOptions {
  /** Consents: kinds of differences, and the names of data that moves to the archive. */
  readonly accept: readonly string[]
}

export async function apply(file: string, options: ApplyOptions): Promise<void> {
  const source = await readNamedSpecification(file)
  const model = modelOf(source, 'applied')
  await withDatabase(file, options, async (database) => {
    const lock = await readIdentitiesFile(file)
    const found = await planOf(database, model, lock)
    process.stdout.write(planAsText(file, found, coloursFor(process.stdout)))
    if (found.obstacles.length > 0) throw new Stop('Nothing was changed.', EXIT.refused)
    await agree(found, options.accept)
    const consent = (steps: readonly WaitingStep[]): boolean => steps.every((step) => isWithin(step, found))
    const { waiting } = await bringTo(database, model, source.text, { consent, lock })
    if (waiting.length > 0) throw new Stop(changedMeanwhile(waiting), EXIT.refused)
    await validateConstraints(database.pool)
    const identities = await appliedIdentities(database.pool)
    await writeIdentitiesFile(file, identities ?? nextLock(lock, model, true))
    if (!isNothing(found)) process.stdout.write('Done.\n')
  })
}

/** Throws Stop if a consent is missing. */
async function agree(found: Plan, accepted: readonly string[]): Promise<void> {
  const open = asksFor(found).filter((each) => !accepted.includes(each))
  if (open.length === 0) return
  const agreed = await askForYes(`agree to ${open.join(', ')}`)
  if (agreed === null)
    throw new Stop(`Nothing was changed, because there was no consent to ${open.join(', ')}.`, EXIT.refused)
  if (!agreed) throw new Stop('Nothing was changed.', EXIT.refused)
}

/** Tells whether the losses do not exceed those that were shown; a consent covers no more than these. */
function isWithin(step: WaitingStep, { losses }: Plan): boolean {
  return losses.some(({ sentence, rows }) => sentence === step.sentence && step.rows <= rows)
}

function changedMeanwhile(waiting: readonly WaitingStep[]): string {
  const list = waiting.map(({ sentence, rows }) => `  ${sentence} (${counted(rows, 'record')})\n`).join('')
  return `Nothing was changed, because the data has changed since the consent:\n${list}Try again.`
}
