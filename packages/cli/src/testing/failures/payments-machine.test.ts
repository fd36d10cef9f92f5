import { expect, it } from 'vitest'
import { inDatabase } from './in-database.ts'
import { runPaymentsMachine } from './payments-machine.ts'

// `npm run prove payments` runs more rounds.

/** A fault shows only if a kill or a lost answer coincides with it, hence this many rounds. */
const UNTIL_FOUND = { rounds: 12, isHasty: true }

it('charges no order twice and forgets none, whichever side is killed', async () => {
  const result = await runPaymentsMachine({ rounds: 4, seed: 1, orders: 6 })
  expect(result.wrong).toEqual([])
  expect(result.charges).toBeGreaterThan(10)
  expect(result.forged).toBeGreaterThan(5)
}, 300_000)

it('finds a key of idempotency that is another one at each try', async () => {
  const { wrong } = await runPaymentsMachine({
    ...UNTIL_FOUND,
    seed: 2,
    victims: ['program'],
    planted: 'keys are forgotten',
  })
  expect(wrong.join('\n')).toMatch(/charged \d times/)
}, 300_000)

it('finds events that have an effect each time they come', async () => {
  const { wrong } = await runPaymentsMachine({ ...UNTIL_FOUND, seed: 3, victims: ['provider'], prepare: forgetEvents })
  expect(wrong.join('\n')).toMatch(/told \d times that it is/)
}, 300_000)

it('finds events that were answered and had no effect', async () => {
  const { wrong } = await runPaymentsMachine({
    ...UNTIL_FOUND,
    seed: 4,
    orders: 4,
    victims: ['provider'],
    prepare: swallowPayments,
  })
  expect(wrong.join('\n')).toMatch(/told 0 times that it is paid/)
}, 300_000)

it('finds a forger who is believed', async () => {
  const planted = 'the forger is believed'
  const { wrong } = await runPaymentsMachine({ ...UNTIL_FOUND, seed: 5, orders: 6, victims: ['provider'], planted })
  expect(wrong.join('\n')).toMatch(/a forged event was believed/)
}, 300_000)

/** A planted fault: the table of events does not keep the received ones. */
async function forgetEvents(folder: string): Promise<void> {
  await inDatabase(
    folder,
    `CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN NEW.event := gen_random_uuid()::text; RETURN NEW; END $$;
     CREATE TRIGGER forget BEFORE INSERT ON ninefold.service_event FOR EACH ROW EXECUTE FUNCTION forget()`,
  )
}

/** A planted fault: some payments are not stored, although the call succeeds. */
async function swallowPayments(folder: string): Promise<void> {
  await inDatabase(
    folder,
    `CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN IF NEW.paid > OLD.paid AND random() < 0.5 THEN NEW.paid := OLD.paid; END IF; RETURN NEW; END $$;
     CREATE TRIGGER swallow BEFORE UPDATE ON "order" FOR EACH ROW EXECUTE FUNCTION swallow()`,
  )
}
