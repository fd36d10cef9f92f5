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
import type { IdentityProviders } from './identity-providers.ts'
import type { OutsideServices } from './questions.ts'
import { type Planner, Plans } from './planner.ts'

export interface Application {
  readonly model: Model
  /** The text that the model was read from; '' where nobody has kept it. */
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
  /** Missing: it asks none. */
  readonly services?: OutsideServices
  /** Missing: nobody signs in by OpenID. */
  readonly identityProviders?: IdentityProviders
  /** Secrets by the names of their variables, with which outside services sign. Missing: no signature is valid. */
  readonly signingSecrets?: (variable: string) => string | undefined
  /** Missing: it has none. */
  readonly logo?: Logo
  /** Missing: nobody writes its specification here. */
  readonly development?: Development
  /** Of one in the words of a translation: the one in the words of the text. */
  readonly ofText?: Application
  /** Plans once for these arguments and a set of roles: a plan depends on nothing else. */
  planned<Given extends readonly unknown[], Plan>(planner: Planner<Given, Plan>, caller: Caller, ...given: Given): Plan
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

export function createApplication(
  model: Model,
  revision: string,
  mode: Application['mode'],
  database: Database,
  secretTexts: SecretTexts | null = null,
  text = '',
): Application {
  const operations = operationsOf(model)
  const schema = planTables(model)
  return {
    model,
    text,
    revision,
    mode,
    operations,
    schema,
    timeZone: timeZoneOf(model.limits.timeZone),
    database,
    secretTexts,
    known: new KnownCallers(),
    alarm: new Alarm(),
    planned: plansOf(model, operations, schema),
  }
}

/** Plans hold words of their model, so that each language has its own. */
export function plansOf(model: Model, operations: readonly Operation[], schema: Schema): Application['planned'] {
  const plans = new Plans([model, operations, schema])
  return (planner, caller, ...given) => plans.planned(planner, caller.rolesKey, () => viewerFor(model, caller), given)
}

function viewerFor(model: Model, caller: Caller): Viewer {
  const { roles, isSignedIn, isClock = false, isProduct = false } = caller
  return { model, caller: { roles, isSignedIn, isClock, isProduct }, isBehindWall: !asksNobody(caller) }
}

export function timeZoneOf(name: string): TimeZone {
  return timeZoneFrom(name, new Intl.DateTimeFormat('en-US', timeZoneFormat(name)))
}
