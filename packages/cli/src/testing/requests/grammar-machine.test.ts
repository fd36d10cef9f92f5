import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import type { Database } from '@ninefold/server/store/driver/database.ts'
import { describe, expect, it } from 'vitest'
import { type GrammarResult, runGrammarMachine } from './grammar-machine.ts'

// `npm run prove grammar` sends more.

const REQUESTS = 400

async function asked(example: string, prepare?: (database: Database) => Promise<void>): Promise<GrammarResult> {
  const text = readFileSync(new URL(`../../../../../examples/${example}/app.md`, import.meta.url), 'utf8')
  const { model } = compile(text)
  if (model === null) throw new Error(`${example} has errors.`)
  return runGrammarMachine({
    model,
    text,
    worlds: 1,
    requestsPerWorld: REQUESTS,
    seed: 3,
    ...(prepare === undefined ? {} : { prepare }),
  })
}

describe('requests made from the nine points are answered as they are declared to be', () => {
  it.each(['helpdesk', 'booking', 'stock', 'expenses', 'conduit'])(
    'by %s',
    async (example) => {
      const { faults, requests, reached } = await asked(example)
      expect(faults).toEqual([])
      expect(requests).toBe(REQUESTS)
      expect(reached.size).toBeGreaterThan(4)
    },
    120_000,
  )
})

describe('the machine finds', () => {
  it('a statement that fails', async () => {
    const { faults } = await asked('helpdesk', (database) => planted(database, () => `RAISE EXCEPTION 'out of order'`))
    expect(faults.map(({ status }) => status)).toContain(500)
  }, 120_000)

  it('a value that is kept otherwise than it was sent', async () => {
    const { faults } = await asked('helpdesk', (database) =>
      planted(database, (column) => `NEW.${column} := 'something else'; RETURN NEW`),
    )
    expect(faults.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^altered (name|subject)/))
  }, 120_000)
})

/** The planted behaviour for created and changed records. */
async function planted(database: Database, does: (column: string) => string): Promise<void> {
  for (const [table, column] of [
    ['team', 'name'],
    ['category', 'name'],
    ['ticket', 'subject'],
  ] as const)
    await database.pool.query(
      `CREATE FUNCTION planted_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${does(column)}; END $$;
       CREATE TRIGGER planted BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION planted_${table}()`,
    )
}
