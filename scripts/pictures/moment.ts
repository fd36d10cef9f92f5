// The moment of every picture. The application and the browser have the same time, so that retaking a picture gives the
// same one.

import { setTimeout } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

export const MOMENT = new Date('2026-03-12T09:40:00+01:00')

/** A busy database says so, and the request is repeated. */
const ATTEMPTS = 10
const PAUSE_MS = 500

/** The application's clock. */
export async function moveToMoment(address: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const aheadMs = MOMENT.getTime() - Date.now()
    const answer = await fetch(`${address}/_ninefold/clock.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ aheadMs }),
    })
    if (answer.ok) return
    if (answer.status !== 503 || attempt === ATTEMPTS)
      throw new Error(`The clock could not be moved: ${answer.status} ${await answer.text()}`)
    await setTimeout(PAUSE_MS)
  }
}

export async function atMoment(context: BrowserContext): Promise<void> {
  await context.clock.setFixedTime(MOMENT)
  // The page would add the distance of the application's clock to a time that is that of the pictures already.
  await context.route('**/_ninefold/clock.json', (route) => route.fulfill({ json: { aheadMs: 0 } }))
}
