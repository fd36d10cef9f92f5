// People who visit one application. The first load of the web app takes several seconds of processor time, a later one
// in the same page a third of it, so a new person takes over the page of one who has left.

import { isDeepStrictEqual } from 'node:util'
import type { Browser } from 'playwright-core'
import { forget, type Looks, type Person, person } from './browser.ts'

interface Visitor {
  readonly looks: Looks
  readonly somebody: Person
}

export class Visitors {
  /** People with new browser contexts. Reused contexts collect their errors in the same list. */
  readonly people: Person[] = []
  private readonly browser: Browser
  private readonly address: string
  private present: Visitor[] = []
  private left: Visitor[] = []

  constructor(browser: Browser, address: string) {
    this.browser = browser
    this.address = address
  }

  /** A person with a page and a session of their own. `stays`: remains when the others leave. */
  async come(looks: Looks = {}, stays: boolean): Promise<Person> {
    const somebody = this.takeOver(looks) ?? (await this.comeAnew(looks))
    if (!stays) this.present.push({ looks, somebody })
    return somebody
  }

  async leave(): Promise<void> {
    const leaving = this.present
    this.present = []
    await Promise.all(
      leaving.map(async (visitor) => {
        if (await forget(visitor.somebody, this.address, visitor.looks)) this.left.push(visitor)
        else await visitor.somebody.context.close()
      }),
    )
  }

  private takeOver(looks: Looks): Person | undefined {
    const before = this.left.find((each) => isDeepStrictEqual(each.looks, looks))
    this.left = this.left.filter((each) => each !== before)
    return before?.somebody
  }

  private async comeAnew(looks: Looks): Promise<Person> {
    const somebody = await person(this.browser, this.address, looks)
    this.people.push(somebody)
    return somebody
  }
}
