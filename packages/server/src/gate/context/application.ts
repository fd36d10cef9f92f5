// One applied specification, ready to serve: the model and everything planned from it. A changed text gives another
// application. This object never changes, so running requests keep the one that they began with.

import { operationsOf, type Operation } from '@ninefold/core/contract/calls/calls.ts'
import { type TimeZone, timeZoneFormat, timeZoneFrom } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { bypassesPermissions } from '@ninefold/core/rights/roles.ts'
import type { Database } from '../../store/driver/database.ts'
import type { SecretTexts } from '../../store/data/secret-texts.ts'
import type { Caller } from './caller.ts'
import type { Development } from './development.ts'
import { KnownCallers } from './caller-cache.ts'
import type { Logo } from './logo.ts'
import type { IdentityProviders } from './identity-providers.ts'
import type { OutsideServices } from './service-calls.ts'
import { type Planner, Plans } from './planner.ts'

export interface Application {
  readonly model: Model
  /** The text that the model was read from; '' if it was not stored. */
  readonly text: string
  /** A hash of the text. */
  readonly revision: string
  readonly mode: 'development' | 'production'
  readonly operations: readonly Operation[]
  readonly schema: Schema
  readonly timeZone: TimeZone
  readonly database: Database
  /** Encrypts and decrypts secret texts; null: the operator has set no key. */
  readonly secretTexts: SecretTexts | null
  readonly known: KnownCallers
  /** Wakes the job workers, in this process or another, because something is due soon. */
  readonly alarm: Alarm
  /** Missing: the application uses no services. */
  readonly services?: OutsideServices
  /** Missing: the text states no OpenID provider. */
  readonly identityProviders?: IdentityProviders
  /** Secrets with which outside services sign, by names of environment variables. Missing: no signature is valid. */
  readonly signingSecrets?: (variable: string) => string | undefined
  /** Missing: no logo file. */
  readonly logo?: Logo
  /** Missing: not in development. */
  readonly development?: Development
  /** For a translated application: the one in the text's own language. */
  readonly ofText?: Application
  /** Plans once per arguments and set of roles, because a plan depends on nothing else. */
  planned<Given extends readonly unknown[], Plan>(planner: Planner<Given, Plan>, caller: Caller, ...given: Given): Plan
}

/** Notifies without waiting for the work that follows. */
class Alarm {
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

/** Plans contain words of their model, so each language has its own. */
export function plansOf(model: Model, operations: readonly Operation[], schema: Schema): Application['planned'] {
  const plans = new Plans([model, operations, schema], (caller) => viewerFor(model, caller))
  return (planner, caller, ...given) => plans.planned(planner, caller, given)
}

function viewerFor(model: Model, caller: Caller): Viewer {
  const { roles, isSignedIn, isClock = false, isProduct = false } = caller
  return { model, caller: { roles, isSignedIn, isClock, isProduct }, isBehindWall: !bypassesPermissions(caller) }
}

export function timeZoneOf(name: string): TimeZone {
  return timeZoneFrom(name, new Intl.DateTimeFormat('en-US', timeZoneFormat(name)))
}
