import { expect, it } from 'vitest'
import { runCrashMachine } from './crash-machine.ts'
import { inDatabase } from './in-database.ts'

// `npm run prove crash` runs more rounds.

it('loses nothing that was acknowledged, and tells of it once, when the program, its PostgreSQL or both are killed', async () => {
  const result = await runCrashMachine({ rounds: 4, seed: 1 })
  expect(result).toMatchObject({ rounds: 4, lost: [], mistold: [] })
  expect(result.acknowledged).toBeGreaterThan(20)
})

it('finds the loss when writes are acknowledged before they are kept', async () => {
  const { lost } = await runCrashMachine({ rounds: 3, seed: 2, victims: ['both'], prepare: acknowledgeTooEarly })
  expect(lost.length).toBeGreaterThan(0)
})

it('finds what is not told of', async () => {
  const { mistold } = await runCrashMachine({ rounds: 1, seed: 3, victims: ['program'], prepare: swallowMessages })
  expect(mistold.length).toBeGreaterThan(0)
})

/** A planted fault: every other message is lost on its way into the outbox. */
async function swallowMessages(folder: string): Promise<void> {
  await inDatabase(
    folder,
    `CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN IF random() < 0.5 THEN RETURN NULL; END IF; RETURN NEW; END $$;
     CREATE TRIGGER swallow BEFORE INSERT ON ninefold.message FOR EACH ROW EXECUTE FUNCTION swallow()`,
  )
}

/** A planted fault: PostgreSQL answers before its log is written. */
async function acknowledgeTooEarly(folder: string): Promise<void> {
  await inDatabase(folder, `ALTER ROLE owner SET synchronous_commit = off`)
}
