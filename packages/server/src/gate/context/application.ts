// One applied specification, ready to serve: the model and everything planned from it. Another text is
// another application; this one never changes, so requests that run keep the one they began with.

import { operationsOf, type Operation } from '@ninefold/core/contract/calls/calls.ts'
import { type TimeZone, timeZoneFormat, timeZoneFrom } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { asksNobody } from '@ninefold/core/rights/roles.ts'
import type { Database } from '../../store/driver/database.ts'
import type { SecretTexts } from '../../store/data/secret-texts.ts'
import type { Caller } from './caller.ts'
import type { Development } from './development.ts'
import { KnownCallers } from './caller-cache.ts'
import type { Logo } from './logo.ts'

export interface Application {
  readonly model: Model
  /** What the model was read from; '' where nobody has kept it. */
  readonly text: string
  /** Another one for every other text. */
  readonly revision: string
  readonly mode: 'development' | 'production'
  readonly operations: readonly Operation[]
  readonly schema: Schema
  readonly timeZone: TimeZone
  readonly database: Database
  /** Encrypts and decrypts; null: whoever runs it has given no key. */
  readonly secretTexts: SecretTexts | null
  readonly known: KnownCallers
  /** Something is due soon, or already: whoever runs jobs looks. Nobody may be running any. */
  readonly alarm: Alarm
  /** Missing: it has none. */
  readonly logo?: Logo
  /** Missing: nobody writes its specification here. */
  readonly development?: Development
  /** Plans once per key and set of roles; a plan depends on nothing else. */
  planned<Plan>(caller: Caller, key: string, plan: (viewer: Viewer) => Plan): Plan
}

/** Rings, and does not wait for what comes of it. */
export class Alarm {
  private answer: (() => void) | null = null

  ring(): void {
    this.answer?.()
  }

  answeredBy(answer: (() => void) | null): void {
    this.answer = answer
  }
}

const PLANS_MAX = 5_000

export function createApplication(
  model: Model,
  revision: string,
  mode: Application['mode'],
  database: Database,
  secretTexts: SecretTexts | null = null,
  text = '',
): Application {
  const plans = new Map<string, unknown>()
  return {
    model,
    text,
    revision,
    mode,
    operations: operationsOf(model),
    schema: planTables(model),
    timeZone: timeZoneOf(model.limits.timeZone),
    database,
    secretTexts,
    known: new KnownCallers(),
    alarm: new Alarm(),
    planned: <Plan>(caller: Caller, key: string, plan: (viewer: Viewer) => Plan): Plan => {
      const fullKey = `${caller.rolesKey}\u0000${key}`
      const known = plans.get(fullKey)
      if (known !== undefined) return known as Plan
      // Callers choose filters freely, so there is no end to what could be planned: the oldest plan makes room.
      const oldest = plans.size < PLANS_MAX ? undefined : plans.keys().next().value
      if (oldest !== undefined) plans.delete(oldest)
      const { roles, isSignedIn, isClock = false, isProduct = false } = caller
      const made = plan({
        model,
        caller: { roles, isSignedIn, isClock, isProduct },
        isBehindWall: !asksNobody(caller),
      })
      plans.set(fullKey, made)
      return made
    },
  }
}

export function timeZoneOf(name: string): TimeZone {
  return timeZoneFrom(name, new Intl.DateTimeFormat('en-US', timeZoneFormat(name)))
}
