import { expect, it } from 'vitest'
import { runDeliveryMachine } from './delivery-machine.ts'

// `npm run prove delivery` runs more rounds.

it('does everything once and tells everybody, whatever is killed and whoever goes away before the answer', async () => {
  const result = await runDeliveryMachine({ rounds: 1, seed: 1, victims: ['both'] })
  expect(result.wrong).toEqual([])
  expect(result.cut).toBeGreaterThan(0)
})

it('finds a key that is forgotten, a message that is lost, and steps that are done twice', async () => {
  const { wrong } = await runDeliveryMachine({ rounds: 1, seed: 2, victims: ['program'], prepare: FAULTS })
  for (const words of [/times a parcel$/, /: no letter came$/, /: 2 times a remark$/])
    expect(wrong).toContainEqual(expect.stringMatching(words))
})

/** Planted faults, in the database: it stores something other than the server writes. */
const FAULTS = `
  CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN DELETE FROM ninefold.idempotency_key WHERE key = NEW.key; RETURN NULL; END $$;
  CREATE TRIGGER forget AFTER UPDATE ON ninefold.idempotency_key FOR EACH ROW EXECUTE FUNCTION forget();
  CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.way = 'email' THEN RETURN NULL; END IF; RETURN NEW; END $$;
  CREATE TRIGGER lose BEFORE INSERT ON ninefold.message FOR EACH ROW EXECUTE FUNCTION lose();
  CREATE FUNCTION double() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN UPDATE parcel SET remarks = remarks + 1 WHERE title = NEW.title; RETURN NULL; END $$;
  CREATE TRIGGER double AFTER INSERT ON entry FOR EACH ROW EXECUTE FUNCTION double()`
