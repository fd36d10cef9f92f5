// People who come to one application. The first load of the web app takes several seconds of processor time, a later one in
// the same browser context a third of it. So somebody new takes over the context of somebody who has left.

import type { Browser } from 'playwright-core'
import { forget, type Looks, type Person, person } from './browser.ts'

interface Visitor {
  readonly looks: string
  readonly somebody: Person
}

export class Visitors {
  /** Everybody whose context was made anew: contexts that are taken over collect their complaints in the same list. */
  readonly people: Person[] = []
  private readonly browser: Browser
  private readonly address: string
  private present: Visitor[] = []
  private readonly left: Visitor[] = []

  constructor(browser: Browser, address: string) {
    this.browser = browser
    this.address = address
  }

  /** Somebody with an empty page. `stays`: also when the others leave. */
  async come(looks: Looks = {}, stays: boolean): Promise<Person> {
    const key = JSON.stringify([looks.screen, looks.colours, looks.ignoresPolicy])
    const index = this.left.findIndex((each) => each.looks === key)
    const [before] = index === -1 ? [] : this.left.splice(index, 1)
    const somebody =
      before === undefined ? await person(this.browser, this.address, looks) : await again(before.somebody)
    if (before === undefined) this.people.push(somebody)
    if (!stays) this.present.push({ looks: key, somebody })
    return somebody
  }

  async leave(): Promise<void> {
    const leaving = this.present
    this.present = []
    await Promise.all(leaving.map(({ somebody }) => forget(somebody, this.address)))
    this.left.push(...leaving)
  }
}

async function again(before: Person): Promise<Person> {
  return { ...before, page: await before.context.newPage() }
}
