import { expect, it } from 'vitest'
import { runTroubleMachine } from './trouble-machine.ts'

// `npm run prove trouble` runs longer, and checks that idle clients are disconnected.

it('answers everybody whatever goes wrong around it, and is well again by itself', async () => {
  const { wrong, served, refused, untried } = await runTroubleMachine({ secondsEach: 0.4 })
  expect(wrong).toEqual([])
  expect(served).toBeGreaterThan(0)
  // Where a small disk cannot be created, nothing is refused in such a short time.
  if (untried.length === 0) expect(refused).toBeGreaterThan(0)
})

it('finds an answer that is no answer, and a letter that never comes', async () => {
  const { wrong } = await runTroubleMachine({
    troubles: ['nobody takes messages'],
    secondsEach: 0.4,
    prepare: FAULTS,
  })
  for (const words of [/answered with 500/, /: somebody was not told$/])
    expect(wrong).toContainEqual(expect.stringMatching(words))
})

/** Planted faults, in the database: PostgreSQL reports nonsense, and outgoing messages are lost. */
const FAULTS = `
  CREATE FUNCTION strange() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.title LIKE 'P1 %' THEN RAISE EXCEPTION 'strange'; END IF; RETURN NEW; END $$;
  CREATE TRIGGER strange BEFORE INSERT ON parcel FOR EACH ROW EXECUTE FUNCTION strange();
  CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.way = 'email' THEN RETURN NULL; END IF; RETURN NEW; END $$;
  CREATE TRIGGER lose BEFORE INSERT ON ninefold.message FOR EACH ROW EXECUTE FUNCTION lose()`
