// Test of payments: people pay orders at a served shop whose payment provider is another process, while the shop, its
// PostgreSQL or the provider is killed, again and again. At the end of each round no order was charged twice, none was
// charged and forgotten, and every event had one effect. Rounds follow a seed.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chosen, randomFrom, type Random } from '../chance.ts'
import { type Running, startNinefold, stop, workplaceWithDatabase } from '../program.ts'
import { signIn, visitor } from '../visitor.ts'
import { endDatabase, kill, VICTIMS } from './killing.ts'
import type { ProviderState } from './payments-provider.ts'
import { ProviderProcess } from './provider-process.ts'

const SHOP = fileURLToPath(new URL('../../../../server/src/testing/texts/charged.md', import.meta.url))

const PAYMENT_VICTIMS = [...VICTIMS, 'provider'] as const
export type PaymentVictim = (typeof PAYMENT_VICTIMS)[number]

export interface PaymentsOptions {
  readonly rounds: number
  readonly seed: number
  /** Orders in each round. */
  readonly orders?: number
  /** True: stops after the first round with a violation. */
  readonly isHasty?: boolean
  readonly victims?: readonly PaymentVictim[]
  /** Called with the folder of the specification before the first order, to plant a fault that the test must find. */
  readonly prepare?: (folder: string) => Promise<void>
  /** Faults planted in the provider, or in the shop's secrets. */
  readonly planted?: 'keys are forgotten' | 'the forger is believed'
  readonly told?: (line: string) => void
}

export interface PaymentsResult {
  readonly rounds: number
  readonly orders: number
  readonly charges: number
  /** Requests to the shop in the provider's name, and how many of them were forged. */
  readonly sent: number
  readonly forged: number
  readonly kills: number
  readonly wrong: readonly string[]
}

interface Shop extends Running {
  readonly address: string
}

interface Order {
  readonly name: string
  /** True: the client retries until the order has a payment. Others give up at the first failure. */
  readonly isPatient: boolean
}

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const FORGERS_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const ORDERS = 12
const CLIENTS_OF_AN_ORDER = 2
const SETTLED_MS_MAX = 60_000
/** A client that waits longer tries again. */
const ANSWER_MS_MAX = 30_000
const PAUSE_MS = 30

export async function runPaymentsMachine(options: PaymentsOptions): Promise<PaymentsResult> {
  const { rounds, seed, orders = ORDERS, victims = PAYMENT_VICTIMS, planted } = options
  await using place = await workplaceWithDatabase()
  await writeFile(join(place.folder, 'app.md'), await readFile(SHOP, 'utf8'))
  await using provider = await ProviderProcess.start(place.folder, {
    seed,
    secret: SECRET,
    forgersSecret: FORGERS_SECRET,
    forgetsKeys: planted === 'keys are forgotten',
  })
  const machine = new PaymentsMachine(place.folder, provider, {
    PAYMENTS_URL: provider.address,
    PAYMENTS_KEY: 'key',
    PAYMENTS_SECRET: planted === 'the forger is believed' ? `${SECRET} ${FORGERS_SECRET}` : SECRET,
  })
  try {
    await machine.open()
    await options.prepare?.(place.folder)
    const random = randomFrom(seed)
    for (let round = 1; round <= rounds && !(options.isHasty === true && machine.isWrong); round++) {
      const victim = victims[(round - 1) % victims.length] ?? 'program'
      const line = await machine.round({ round, orders, victim, random })
      options.told?.(line)
    }
    return await machine.result(rounds)
  } finally {
    await machine.close()
  }
}

interface Round {
  readonly round: number
  readonly orders: number
  readonly victim: PaymentVictim
  readonly random: Random
}

class PaymentsMachine {
  private shop: Shop | null = null
  private cookie = ''
  private readonly orders: Order[] = []
  private readonly wrong = new Set<string>()
  private readonly folder: string
  private readonly provider: ProviderProcess
  private readonly environment: Readonly<Record<string, string>>

  constructor(folder: string, provider: ProviderProcess, environment: Readonly<Record<string, string>>) {
    this.folder = folder
    this.provider = provider
    this.environment = environment
  }

  get isWrong(): boolean {
    return this.wrong.size > 0
  }

  async open(): Promise<void> {
    await this.serve('0')
    this.cookie = await signIn(this.address, 'ada@example.test', 'correct-horse-1')
  }

  async close(): Promise<void> {
    if (this.shop !== null) await stop(this.shop)
    await endDatabase(this.folder)
  }

  async round({ round, orders, victim, random }: Round): Promise<string> {
    const made = await this.makeOrders(round, orders, random)
    this.orders.push(...made)
    const from = this.shop?.printed().length ?? 0
    const ends = this.provider.ends
    // The kill happens at a random payment of the round.
    const struckAt = Math.floor(random() * orders)
    let paid = 0
    let struck: Promise<void> | null = null
    const strike = (): void => {
      if (paid >= struckAt) struck ??= this.strike(victim, from)
      paid += 1
    }
    await Promise.all(
      made.flatMap((order) =>
        Array.from({ length: CLIENTS_OF_AN_ORDER }, () => {
          const began = wait(random() * 200)
          return began.then(() => this.pay(order, strike))
        }),
      ),
    )
    await (struck ?? this.strike(victim, from))
    const state = await this.settled()
    await this.judge(made, state)
    return `round ${round}: ${victim} killed, the provider ended ${this.provider.ends - ends} times, ${state.charges.length} charges, ${this.wrong.size} wrong`
  }

  async result(rounds: number): Promise<PaymentsResult> {
    // A repeated event of an earlier round must not have an effect later either.
    const state = this.wrong.size > 0 ? await this.provider.state() : await this.settled()
    await this.judge(this.orders, state)
    const { charges, sent, forged } = state
    const kills = rounds + this.provider.ends
    return {
      rounds,
      orders: this.orders.length,
      charges: charges.length,
      sent,
      forged,
      kills,
      wrong: [...this.wrong],
    }
  }

  private get address(): string {
    if (this.shop === null) throw new Error('The shop is not open.')
    return this.shop.address
  }

  private async serve(port: string): Promise<void> {
    const program = startNinefold(this.folder, ['dev', 'app.md', '--no-open', '--port', port], this.environment)
    const [, address = ''] = await program.prints(/is served at (http:\S+)[^]*Ctrl-C stops it/)
    this.shop = { ...program, address }
    this.provider.tells(`${address}/hooks/payments`)
  }

  private async strike(victim: PaymentVictim, from: number): Promise<void> {
    if (victim === 'provider') return this.provider.kill()
    const { shop } = this
    if (shop === null) throw new Error('The shop is not open.')
    await kill(shop, this.folder, victim)
    if (victim === 'PostgreSQL') {
      await shop.prints(/The database ended/, from)
      return
    }
    await shop.ended
    await this.serve(new URL(shop.address).port)
  }

  private async makeOrders(round: number, count: number, random: Random): Promise<Order[]> {
    const made = Array.from({ length: count }, (_, index) => ({
      name: `R${round}-${index + 1}`,
      isPatient: random() < 0.6,
    }))
    for (const { name } of made) {
      const cents = chosen([1, 1990, 9_999_999], random)
      const { status, body } = await visitor(this.address, this.cookie).post('/api/orders', { name, cents })
      if (status !== 201) throw new Error(`An order was answered with ${status}: ${JSON.stringify(body)}`)
    }
    return made
  }

  /** Two clients of one order send the same idempotency key, like a page opened twice. */
  private async pay({ name, isPatient }: Order, tried: () => void): Promise<void> {
    const giveUpAt = performance.now() + SETTLED_MS_MAX
    for (;;) {
      const answer = await this.askToPay(name)
      tried()
      if (answer !== null && (answer.status === 200 || answer.code === 'PAID_ALREADY')) return
      if (answer !== null && answer.code !== 'NO_PAYMENT' && answer.status !== 503)
        this.wrong.add(`${name}: paying was answered with ${answer.status} ${answer.code}`)
      if (!isPatient) return
      if (performance.now() > giveUpAt) return void this.wrong.add(`${name}: could not be paid`)
      await wait(PAUSE_MS)
    }
  }

  /** Null: no answer. */
  private async askToPay(name: string): Promise<{ readonly status: number; readonly code: string } | null> {
    const init = {
      method: 'POST',
      headers: {
        cookie: this.cookie,
        accept: 'application/json',
        'content-type': 'application/json',
        'idempotency-key': `pay-${name}`,
      },
      body: '{}',
      // While the shop is down, another server may have its port.
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    }
    try {
      const response = await fetch(`${this.address}/api/orders/${name}/pay`, init)
      const body = (await response.json()) as { readonly code?: string }
      return { status: response.status, code: body.code ?? '' }
    } catch {
      // The shop was killed before or while it answered.
      return null
    }
  }

  /** Waits until all events are answered, after the last payment. */
  private async settled(): Promise<ProviderState> {
    const giveUpAt = performance.now() + SETTLED_MS_MAX
    for (;;) {
      const state = await this.provider.state()
      for (const each of state.believed) this.wrong.add(each)
      if (state.open === 0) return state
      // The shop never accepts the events of a second payment, no matter how often they are sent.
      if (new Set(state.charges.map(({ reference }) => reference)).size < state.charges.length) return state
      if (performance.now() > giveUpAt) {
        this.wrong.add(`${state.open} events were never answered with success`)
        return state
      }
      await wait(PAUSE_MS)
    }
  }

  private async judge(orders: readonly Order[], { charges }: ProviderState): Promise<void> {
    for (const { name, isPatient } of orders) {
      const { status, body } = await visitor(this.address, this.cookie).get(`/api/orders/${name}`)
      if (status !== 200) throw new Error(`${name} was answered with ${status}.`)
      const own = charges.filter(({ reference }) => reference === name)
      const say = (what: string): void => void this.wrong.add(`${name}: ${what}`)
      if (own.length > 1) say(`charged ${own.length} times`)
      if (own.length === 0 && isPatient) say('said to be paid, and never charged')
      if (own.length === 0 && body.payment !== null) say(`has the payment ${body.payment}, which nobody has made`)
      if (own.length > 0 && body.payment === null) say(`charged as ${own[0]?.id}, and forgotten`)
      const effects = own.length > 0 ? 1 : 0
      if (body.paid !== effects) say(`told ${body.paid} times that it is paid`)
      if (body.authorised !== effects) say(`told ${body.authorised} times that it is authorised`)
      if (body.refused !== 0) say('a forged event was believed')
    }
  }
}
