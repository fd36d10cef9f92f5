import type { Database } from '@ninefold/server/store/driver/database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stages } from '../../examples/stages.ts'
import { buildArenas, type HistoryResult, runHistoryMachine } from './history-machine.ts'
import { RACES, type RaceKind } from './race-kinds.ts'

// `npm run prove history` runs more races.

const KINDS = Object.keys(RACES).length

let stages: Stages

beforeAll(async () => {
  stages = await buildArenas()
})

afterAll(() => stages[Symbol.asyncDispose]())

it('lets exactly as many win as there is room for, whatever they want at once, in two processes', async () => {
  const { wrong, byKind } = await runHistoryMachine({ stages, races: KINDS, seed: 1, clients: 20 })
  expect(wrong).toEqual([])
  expect(Object.values(byKind)).toEqual(Array.from({ length: KINDS }, () => 1))
})

describe('the machine finds', () => {
  it.each<[string, RaceKind, string]>([
    ['a value that nobody keeps unique', 'unique value', 'DROP INDEX room_name_unique'],
    ['seats that nobody counts', 'seats', 'ALTER TABLE seat DISABLE TRIGGER USER'],
    [
      'periods that nobody compares',
      'period',
      `ALTER TABLE booking DISABLE TRIGGER USER;
       ALTER TABLE booking DROP CONSTRAINT booking_no_double_booking_rule_1_exclusion`,
    ],
    [
      'an effect that is had twice',
      'transition',
      onInsert(
        'mark',
        `IF pg_trigger_depth() = 1 THEN INSERT INTO mark (order_id, what) VALUES (NEW.order_id, 'again'); END IF`,
      ),
    ],
    [
      'keys that are forgotten',
      'idempotency key',
      onInsert('ninefold.idempotency_key', 'DELETE FROM ninefold.idempotency_key'),
    ],
  ])(
    '%s',
    async (_, kind, planted) => {
      const result = await raced(kind, planted)
      expect(result.wrong.length).toBeGreaterThan(0)
    },
    120_000,
  )
})

function onInsert(table: string, does: string): string {
  return `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${does}; RETURN NULL; END $$;
    CREATE TRIGGER planted AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION planted()`
}

function raced(kind: RaceKind, planted: string): Promise<HistoryResult> {
  const prepare = async ({ pool }: Database): Promise<void> => void (await pool.query(planted))
  return runHistoryMachine({ stages, races: 2, seed: 2, clients: 12, kinds: [kind], prepare })
}
