// A rental of rooms → a few days of bookings at the front desk.

import { callerFor } from './caller.ts'
import { MOMENT, moveToMoment } from './moment.ts'

const DAY_MINUTES = 24 * 60

interface Booked {
  readonly who: 'milo' | 'nora'
  readonly room: number
  /** Counted from the moment of the pictures. */
  readonly inMinutes: number
  readonly lasts: number
  readonly isConfirmed: boolean
}

const BOOKED: readonly Booked[] = [
  { who: 'milo', room: 0, inMinutes: 80, lasts: 120, isConfirmed: true },
  { who: 'nora', room: 1, inMinutes: 200, lasts: 180, isConfirmed: true },
  { who: 'milo', room: 1, inMinutes: DAY_MINUTES + 20, lasts: 90, isConfirmed: false },
  { who: 'nora', room: 0, inMinutes: DAY_MINUTES * 4 + 260, lasts: 120, isConfirmed: true },
  { who: 'nora', room: 0, inMinutes: DAY_MINUTES * 6 + 80, lasts: 60, isConfirmed: false },
  { who: 'milo', room: 0, inMinutes: DAY_MINUTES * 8 + 320, lasts: 240, isConfirmed: true },
]

const HOST = { email: 'hanna@example.test', password: 'correct-horse-1' }
const MEMBERS = {
  milo: { email: 'milo@example.test', password: 'correct-horse-2' },
  nora: { email: 'nora@example.test', password: 'correct-horse-3' },
}

export async function fillRooms(address: string): Promise<void> {
  await moveToMoment(address)
  const hanna = await callerFor(address, HOST.email, HOST.password)
  const callers = {
    milo: await callerFor(address, MEMBERS.milo.email, MEMBERS.milo.password),
    nora: await callerFor(address, MEMBERS.nora.email, MEMBERS.nora.password),
  }
  const { items } = await hanna.call<{ items: { id: string }[] }>('GET', '/api/rooms')
  for (const { who, room, inMinutes, lasts, isConfirmed } of BOOKED) {
    const start = MOMENT.getTime() + inMinutes * 60_000
    const during = { start: new Date(start).toISOString(), end: new Date(start + lasts * 60_000).toISOString() }
    const { number } = await callers[who].call<{ number: string }>('POST', '/api/bookings', {
      room: items[room]?.id,
      during,
      people: 6,
    })
    if (isConfirmed) await hanna.call('POST', `/api/bookings/${number}/confirm`)
  }
}
