// Test of offers: several people walk through generated specifications, and the offers of each page must match the
// calls. For an action offered as possible, no right and no state refuses every valid input; for one that is not, every
// input is refused.

import { offeredActions } from '@ninefold/core/contract/calls/offered-actions.ts'
import type { AppScreen, RecordPageData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import {
  type Answer,
  type Client,
  runApplication,
  type RunningApplication,
} from '@ninefold/server/testing/running-application.ts'
import { compile } from '../../pipeline.ts'
import { chosen, type Random, randomFrom } from '../chance.ts'
import { madeUpWorkplace, type OfferedThing, PEOPLE } from './made-up-workplace.ts'

export interface OffersOptions {
  readonly specifications: number
  readonly looksPerSpecification: number
  readonly seed: number
  /** A planted fault in the offers, which the test must find. */
  readonly offering?: typeof offeredActions
}

export interface WrongOffer {
  readonly what: string
  readonly text: string
}

export interface OffersFound {
  readonly wrong: readonly WrongOffer[]
  /** Offers that succeeded, and missing offers whose calls were refused. */
  readonly taken: number
  readonly refused: number
  /** Texts that the checker refuses. */
  readonly broken: readonly string[]
}

export async function runOffersMachine({
  specifications,
  looksPerSpecification,
  seed,
  offering = offeredActions,
}: OffersOptions): Promise<OffersFound> {
  const wrong: WrongOffer[] = []
  const broken: string[] = []
  const counts = { taken: 0, refused: 0 }
  for (let number = 0; number < specifications; number++) {
    const random = randomFrom(seed + number)
    const { text, things } = madeUpWorkplace(random)
    const { model, diagnostics } = compile(text)
    if (model === null) {
      broken.push(diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : [])).join(' '))
      continue
    }
    await using running = await runApplication(text)
    const walk = await walkOf(running, random, offering)
    for (let look = 0; look < looksPerSpecification; look++) {
      const what = await walk.look(chosen(things, random), counts)
      if (what === null) continue
      wrong.push({ what: `seed ${seed + number}: ${what}`, text })
      break
    }
  }
  return { wrong, ...counts, broken }
}

interface Person {
  readonly name: string
  readonly id: string
  readonly client: Client
}

async function walkOf(running: RunningApplication, random: Random, offering: typeof offeredActions) {
  const people: Person[] = []
  for (const name of PEOPLE) {
    const client = await running.signIn(`${name}@example.test`, `correct-horse-${name}`)
    const { rows } = await running.database.pool.query<{ id: string }>('SELECT id FROM person WHERE code = $1', [name])
    people.push({ name, id: rows[0]?.id ?? '', client })
  }
  let made = 0

  /** Null: the offer is right, or there is nothing to check. */
  async function look(thing: OfferedThing, counts: { taken: number; refused: number }): Promise<string | null> {
    const person = chosen(people, random)
    const table = thing.screen === 'space' ? 'space' : 'task'
    const { rows } = await running.database.pool.query<{ code: string }>(`SELECT code FROM ${table} ORDER BY code`)
    if (rows.length === 0) return null
    const { code } = chosen(rows, random)
    const screen = await screenOf(person.client, thing.screen)
    const page = (await person.client.get(`/_ninefold/screens/${thing.screen}/0?code=${code}`)).body as RecordPageData
    const offer = offered(screen, thing.label, page, offering)
    const answers: Answer[] = []
    for (const body of bodies(thing, page, person, offer?.action ?? null, () => `made-${++made}`)) {
      const answer = await sent(person.client, thing, code, body)
      answers.push(answer)
      if (answer.status < 400) break
    }
    const isDone = answers.some(({ status }) => status < 400)
    if (isDone === (offer?.isAvailable === true)) {
      counts[isDone ? 'taken' : 'refused']++
      return null
    }
    const said = answers.map(({ status, body }) => `${status} ${JSON.stringify(body?.errors ?? '')}`).join('; ')
    const how =
      offer === null ? 'not offered' : offer.isAvailable ? 'offered' : `offered as impossible (${offer.reason})`
    return `"${thing.label}" on ${thing.screen} ${code} is ${how} to ${person.name}, and the call answers ${said}`
  }
  return { look }
}

async function screenOf(client: Client, key: string): Promise<AppScreen> {
  const { body } = await client.get('/_ninefold/app')
  const screen = (body.screens as readonly AppScreen[]).find((each) => each.key === key)
  if (screen === undefined) throw new Error(`Defect: there is no screen "${key}".`)
  return screen
}

interface Offer {
  readonly action: AppAction
  readonly isAvailable: boolean
  readonly reason: string
}

/** As the page shows it: actions on the record beside its row, actions of the page and its lists without a record. */
function offered(
  screen: AppScreen,
  label: string,
  { row }: RecordPageData,
  offering: typeof offeredActions,
): Offer | null {
  const own = screen.blocks.flatMap((block) => (block.kind === 'record' ? block.actions : []))
  const beside = screen.blocks.flatMap((block) => (block.kind === 'list' ? block.offers : []))
  const all = [...offering(own, row, row), ...offering([...screen.actions, ...beside], null, row)]
  const found = all.find(({ action }) => action.label === label)
  if (found === undefined) return null
  const { action, availability } = found
  return availability.isAvailable
    ? { action, isAvailable: true, reason: '' }
    : { action, isAvailable: false, reason: availability.reason }
}

/** Valid inputs: a form is prefilled with the page's record, and a person fills in the rest in some way. */
function bodies(
  { begins, inputs }: OfferedThing,
  { row }: RecordPageData,
  person: Person,
  action: AppAction | null,
  fresh: () => string,
): Readonly<Record<string, unknown>>[] {
  const least = {
    ...(inputs.includes('code') ? { code: fresh() } : {}),
    ...(begins === null ? {} : { [begins]: row.id }),
  }
  const isGiven = (input: string): boolean =>
    inputs.includes(input) &&
    (action?.kind !== 'call' || action.form.length === 0 || action.form.some(({ path }) => path.join('.') === input))
  const more = [
    ...(isGiven('n') ? [{ n: 2 }] : []),
    ...(isGiven('owner') ? [{ owner: person.id }] : []),
    ...(isGiven('n') && isGiven('owner') ? [{ n: 2, owner: person.id }] : []),
  ]
  return [...(inputs.length === 1 && inputs[0] === 'n' ? [] : [least]), ...more.map((each) => ({ ...least, ...each }))]
}

function sent(client: Client, { method, path }: OfferedThing, code: string, body: object): Promise<Answer> {
  const address = path.replace(':code', code)
  if (method === 'DELETE') return client.delete(address)
  const content = Object.keys(body).length === 0 ? undefined : body
  return method === 'POST' ? client.post(address, content) : client.patch(address, content)
}
