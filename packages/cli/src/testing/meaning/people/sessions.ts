// Sessions of people on the engine, by their codes.

import type { Application } from '@ninefold/server/gate/context/application.ts'
import { headersOfSession } from '../../../examples/stages.ts'
import type { Identities } from '../kept-by-engine.ts'

/** A person without an account, or before it exists, is a guest. */
export class Sessions {
  private readonly known = new Map<string | null, Promise<Readonly<Record<string, string>>>>()
  private readonly suspended = new Set<string>()
  private readonly application: Application

  constructor(application: Application) {
    this.application = application
  }

  async headersOf(identities: Identities, who: string | null): Promise<Readonly<Record<string, string>>> {
    const id = who === null ? undefined : identities.of('Person', who)
    if (who === null || id === undefined) return {}
    const known = this.known.get(who) ?? headersOfSession(this.application, id)
    this.known.set(who, known)
    return known
  }

  forget(who: string | null): void {
    if (who === null || !this.suspended.has(who)) this.known.delete(who)
  }

  /** A suspended person asks with the session that is over, and with another one afterwards. */
  keep(who: string, isSuspended: boolean): void {
    if (isSuspended) this.suspended.add(who)
    else this.suspended.delete(who)
    this.forget(who)
  }
}
