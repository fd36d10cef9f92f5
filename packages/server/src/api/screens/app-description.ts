// Point 1 and everything that a browser needs before it shows anything: `GET /_ninefold/app`.

import type { TermsWords } from '@ninefold/core/contract/wire/account.ts'
import { withDefinitions } from '@ninefold/core/contract/custom-fields/app-with-custom-fields.ts'
import type { App, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { Caller as AppCaller } from '@ninefold/core/contract/wire/caller.ts'
import { mayRestore } from '@ninefold/core/contract/wire/deletions.ts'
import { landingScreen } from '@ninefold/core/contract/screens/landing.ts'
import { hasNotifications } from '@ninefold/core/contract/wire/notifications.ts'
import { isOperator } from '@ninefold/core/contract/wire/operators.ts'
import { mayManagePeople } from '@ninefold/core/contract/wire/people.ts'
import { refusalLanguage, suppliedWords } from '@ninefold/core/contract/words/refusal-language.ts'
import type { SuppliedLanguage } from '@ninefold/core/contract/words/supplied-languages.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { labelExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import { creationsOf } from '@ninefold/core/contract/screens/creations.ts'
import { screenKey, screensOf } from '@ninefold/core/contract/screens/screens.ts'
import {
  BUILT_IN_ERRORS,
  type BuiltInError,
  namesMissingBound,
  WORDS_OF_LIMITS,
  wordsOfBounds,
} from '@ninefold/core/model/errors.ts'
import { definitionEntities } from '@ninefold/core/model/custom-fields/definitions.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { WEEKDAYS } from '@ninefold/core/model/limits.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { said } from '@ninefold/core/model/words.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planRecord } from '@ninefold/core/plan/read/lists.ts'
import { isRecordBoundAs } from '@ninefold/core/rights/list-conditions.ts'
import type { Application } from '../../gate/context/application.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { shownDefinitions } from '../../gate/custom-fields/shown-custom-fields.ts'
import { filledTemplate } from '../../gate/messages/messages.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { brandOf } from './logo.ts'
import { navigationOf } from './navigation.ts'
import { providerDescription } from '../sign-in/openid.ts'
import { signUpInputs } from '../authentication/authentication.ts'
import { identifierInput, passwordInput } from '../authentication/credentials.ts'
import { scopeOf } from './screen-scope.ts'
import { newPasswordInput } from '../sign-in/sign-in-links.ts'
import { ownTenants } from '../sign-in/tenants.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'

const callerLabel = planner('caller label', (viewer, entity: Entity) =>
  planRecord(
    viewer,
    entity,
    [isRecordBoundAs(entity, 'me')],
    build.object([{ key: 'label', value: labelExpression(viewer.model, entity.name) }]),
  ),
)

export async function appDescription(exchange: Exchange): Promise<App> {
  const { application, caller } = exchange
  const { model, mode, revision } = application
  const scope = scopeOf(exchange)
  const screens = screensOf(scope)
  const ofText = new Map(model.screens.screens.map((screen) => [screenKey(screen), screen.name]))
  const nameOf = ({ key }: AppScreen): string => ofText.get(key) ?? key
  const shown = screens
    .filter(({ address }) => !address.includes(':'))
    .filter((screen) => caller.me === null || !isEntrance(model, screen))
  const landing = landingScreen(model, caller, shown.map(nameOf))
  const isDevelopment = mode === 'development'
  const definitions = await shownDefinitions(exchange, application.database)
  const app: App = {
    name: model.name,
    purpose: model.purpose.purpose,
    revision: `${revision} ${caller.rolesKey}`,
    mode,
    brand: brandOf(application),
    language: model.limits.isLanguageStated ? model.limits.language : null,
    timeZone: model.limits.timeZone,
    firstWeekday: firstWeekdayOf(model),
    caller: await callerDescription(exchange),
    ...roleWordsOf(model),
    signIn: signInDescription(application),
    ...(caller.owing === undefined ? {} : { owedTerms: termsOf(model) }),
    mayRestore: mayRestore(model, caller),
    mayManagePeople: caller.me !== null && mayManagePeople(model, caller),
    ...(await tenantDescription(exchange)),
    ...(definitions.size > 0 ? { hasOwnFields: true as const } : {}),
    ...(isOperator(model, caller) ? { isOperator: true as const } : {}),
    hasNotifications: caller.me !== null && hasNotifications(model),
    navigation: navigationOf(scope, shown),
    landing: shown.find((screen) => nameOf(screen) === landing)?.address ?? null,
    screens,
    creations: creationsOf(scope, screens),
    refusals: refusalWords(model, refusalLanguage(model, exchange.headers['accept-language'])),
    ...wordsWithoutBounds(model, refusalLanguage(model, exchange.headers['accept-language'])),
    questions: isDevelopment ? model.questions : [],
    sampleUsers: isDevelopment ? sampleUsers(model) : [],
  }
  return withDefinitions(app, definitions)
}

/** A page that consists of a form for signing in or up, which a signed-in user does not need. */
function isEntrance({ calls }: Model, { blocks, actions }: AppScreen): boolean {
  if (blocks.some(({ kind }) => kind !== 'form' && kind !== 'text')) return false
  const entering = calls.calls.filter(({ steps }) => steps.some(({ action }) => action.kind === 'sign in'))
  const forms = [...actions, ...blocks.flatMap((block) => (block.kind === 'form' ? [block.action] : []))]
  return forms.some(
    (form) => form.kind === 'call' && entering.some((call) => call.method === form.method && call.path === form.path),
  )
}

function firstWeekdayOf({ limits: { weekStarts } }: Model): number | null {
  return weekStarts === null ? null : WEEKDAYS.indexOf(weekStarts.day) + 1
}

function signInDescription(application: Application): App['signIn'] {
  const { model } = application
  const users = signInOf(model.roles)
  // Without a page to sign in on, a screen has the form of the call.
  if (users === null || model.roles.callSignIn !== null) return null
  const { signIn } = model.roles
  return {
    identifier: identifierInput(model, users),
    password: signIn === null ? null : passwordInput(model, signIn),
    isByLink: model.roles.linkSignIn !== null,
    providers: users.providers.map((provider) => providerDescription(application, provider)),
    signUp: signUpInputs(model),
    hasSecondFactor: users.secondFactor !== null,
    hasPasskeys: users.hasPasskeys,
    newPassword: newPasswordInput(model),
  }
}

function termsOf(model: Model): TermsWords[] {
  const documents = signInOf(model.roles)?.terms ?? []
  return documents.map(({ name, version, address }) => ({ name: said(model, name), version, address }))
}

async function callerDescription({ application, caller, bindings }: Exchange): Promise<AppCaller | null> {
  const signIn = signInOf(application.model.roles)
  if (signIn === null || caller.me === null) return null
  const entity = entityNamed(application.model, signIn.entity)
  const id = String(caller.me.id)
  const statement = application.planned(callerLabel, caller, entity)
  const row = (await application.database.run(statement, bindings))[0]
  const found = row === undefined ? {} : (JSON.parse(String(row['json'])) as { label?: string })
  const roles = statedRoles(application, caller)
  // A user who may not see their own name is called by their role, because an id tells people nothing.
  return { id, label: found.label ?? said(application.model, roles[0] ?? id), roles }
}

async function tenantDescription({ application, caller, bindings }: Exchange) {
  const { tenancy } = application.model.entities
  if (caller.me === null || tenancy === null) return {}
  const rows = await application.database.run(application.planned(ownTenants, caller, tenancy), bindings)
  const current = rows.find(({ isCurrent }) => isCurrent === true)
  return { hasTenants: true as const, ...(current === undefined ? {} : { currentTenant: String(current['label']) }) }
}

/** The most specific roles: those that no other role of the caller includes. */
function statedRoles({ model }: Application, caller: Caller): string[] {
  const own = model.roles.roles.filter(({ name }) => caller.roles.has(name))
  return own
    .filter(({ name }) => !own.some((other) => other.name !== name && other.includes.includes(name)))
    .map(({ name }) => name)
}

function roleWordsOf(model: Model): Pick<App, 'roleWords'> {
  if (model.spoken === undefined) return {}
  return { roleWords: Object.fromEntries(model.roles.roles.map(({ name }) => [name, said(model, name)])) }
}

function refusalWords(model: Model, language: SuppliedLanguage): Record<BuiltInError, string> {
  const wordOf = (error: BuiltInError): string => {
    const stated = model.errors.builtIn[error]?.message
    return stated === null || stated === undefined
      ? suppliedWords(error, language)
      : filledTemplate(stated, model.limits.language, WORDS_OF_LIMITS)
  }
  return Object.fromEntries(BUILT_IN_ERRORS.map((error) => [error, wordOf(error)])) as Record<BuiltInError, string>
}

/** The product's own words of errors whose stated message names both limits. */
function wordsWithoutBounds(model: Model, language: SuppliedLanguage): Pick<App, 'suppliedRefusals'> {
  const ofBoth = BUILT_IN_ERRORS.filter((error) => {
    const message = model.errors.builtIn[error]?.message ?? null
    return message !== null && namesMissingBound(message, wordsOfBounds(error, '', undefined))
  })
  if (ofBoth.length === 0) return {}
  return { suppliedRefusals: Object.fromEntries(ofBoth.map((error) => [error, suppliedWords(error, language)])) }
}

/** Sample users exist in development only, with their passwords in the text. */
export function sampleUsers(model: Model): App['sampleUsers'] {
  return model.roles.signIn === null ? [] : samplePeople(model)
}

/** Sample users with any way of signing in; users with a sign-in link have no password. */
export function samplePeople(model: Model): App['sampleUsers'] {
  const signIn = signInOf(model.roles)
  if (signIn === null) return []
  const password = model.roles.signIn?.password ?? ''
  return model.entities.sampleData
    .filter(({ entity }) => entity === signIn.entity)
    .flatMap(({ key, rows }) =>
      rows.map(({ values, roles }) => ({
        label: String(values[key] ?? values[signIn.identifier] ?? ''),
        roles,
        identifier: String(values[signIn.identifier] ?? ''),
        password: String(values[password] ?? ''),
      })),
    )
}

/** The custom fields that a caller may see, by the entity of their definitions. Refused where the text has none. */
export async function ownFields(exchange: Exchange): Promise<string> {
  refuseOtherParameters(exchange.query, [])
  const { application } = exchange
  if (definitionEntities(application.model).size === 0) throw refused('not found')
  return JSON.stringify(Object.fromEntries(await shownDefinitions(exchange, application.database)))
}
