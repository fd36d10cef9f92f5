// An application → an HTTP handler. One Fastify instance per application; the server swaps them.

import cookie from '@fastify/cookie'
import { acceptedMediaTypes } from '@ninefold/core/contract/calls/accepted-media-types.ts'
import { isLiveRead, type Operation } from '@ninefold/core/contract/calls/calls.ts'
import { SEARCH_PATH } from '@ninefold/core/contract/screens/search.ts'
import { COUNTS_PATH, OWN_FIELDS_PATH } from '@ninefold/core/contract/wire/app.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import type { Application } from '../gate/context/application.ts'
import { Refusal, refused } from '../gate/context/refusal.ts'
import type { FileStore } from '../store/files/file-store.ts'
import { todayOf } from '../gate/context/bindings.ts'
import { isReadInOneStatement } from '../gate/calls/single-statement-read.ts'
import { carry, sendAnswer } from './calls/answers.ts'
import { acceptBodies } from './calls/accepted-bodies.ts'
import { TRUSTED_PROXIES } from './http/client-address.ts'
import { limitsOfSigningIn } from '../gate/calls/rate-limit-counters.ts'
import { receivedBy } from './calls/body-receivers.ts'
import { countedUse, giveBack, limitsOfOperation } from './calls/rate-limits.ts'
import { csvRoute } from './screens/csv-lists.ts'
import { bulkActionRoute } from './screens/bulk-actions.ts'
import { addAccountRoutesOf } from './account-routes.ts'
import type { Exchange } from './http/exchange.ts'
import { answerUnknownTenant } from './unknown-tenant.ts'
import { answerFailure } from './http/failures.ts'
import { sendKept, sendRead } from './calls/files.ts'
import { lastDayOf, tellOfMoving, untilItsLastDay } from './http/former-addresses.ts'
import { addressBindings } from './authentication/link-origin.ts'
import { cachedCaller, unlessRefused } from './authentication/cached-sessions.ts'
import { withHeaders } from './http/security-headers.ts'
import { deletedRecords, restoreDeleted } from './calls/deletions.ts'
import { history } from './calls/history.ts'
import { countedSignUp } from './sign-in/sign-up-limit.ts'
import { secretText } from './sign-in/secret-texts.ts'
import { isLive, type LiveReads, wantsEvents } from './live/live.ts'
import { presentOnScreen } from './live/present-on-screen.ts'
import type { LiveRead } from './live/live-stream.ts'
import { liveBlocksRoute } from './live/live-blocks.ts'
import { addDocumentRoute, sendDocument } from './documents/documents.ts'
import { addLogoRoute } from './screens/logo.ts'
import { PARAMETER_LENGTH_MAX, REQUEST_BYTES_MAX } from './http/transport-limits.ts'
import { type AllowedMethods, allowedMethodsOf, routeOf, tellPatchTypes, writtenPath } from './http/methods.ts'
import { admitOtherSites } from './http/cors.ts'
import { addEventRoute } from './events/event-routes.ts'
import { addAgentRoute } from './mcp/agent-route.ts'
import { takenPeriodsRoute } from './pickers/taken-periods.ts'
import { openApiRoute } from './calls/open-api.ts'
import { answerOperation } from './calls/operations.ts'
import { varyingBy } from './calls/wanted-type.ts'
import { refuseOutsider } from './http/anonymous-requests.ts'
import { sendPacked } from './http/compressed-answer.ts'
import { tellLanguages } from './http/languages.ts'
import { appDescription, ownFields } from './screens/app-description.ts'
import { refusalsAsStated } from './calls/refusals-as-stated.ts'
import { problemOf, sendProblem } from './http/refusals.ts'
import { nameOf } from './calls/idempotency.ts'
import { importRoutes } from './screens/row-imports.ts'
import { reportRequests, type RequestObserver } from './operation/request-reports.ts'
import { refuseForeignOrigin } from './authentication/csrf.ts'
import {
  beginSession,
  callerOf,
  carrySession,
  noteCaller,
  signIn,
  signOut,
  signUp,
} from './authentication/authentication.ts'
import { noteTool } from './authentication/agent-callers.ts'
import { addChallenges } from './authentication/challenges.ts'
import { neededFactor } from './authentication/needed-factor.ts'
import { addressInTenant, takeTenantPath } from './authentication/tenant-path.ts'
import { refuseBeyondKey } from './authentication/key-callers.ts'
import { eventOf, refuseWithoutSignature, takeSignature } from './authentication/service-callers.ts'
import { navigationCounts } from './screens/navigation.ts'
import { screenTitles } from './screens/screen-titles.ts'
import { options } from './pickers/options.ts'
import { formData, screenBlock } from './screens/screens.ts'
import { searchEverything } from './screens/search.ts'
import { addInvitationRoutes } from './sign-in/invitations.ts'
import { addLinkRoutes } from './sign-in/sign-in-links.ts'
import { addOpenIdRoutes } from './sign-in/openid.ts'
import type { CallAnswer } from '../gate/calls/calls.ts'
import { addViewRoutes } from './screens/views.ts'
import { askedBy, exchangeFor, exchangeOf, spokenOperation, spokenTo } from './request-exchange.ts'

/** Adds routes of the server itself: pages, health, development. */
export type ExtraRoutes = (instance: FastifyInstance, allowedMethods: AllowedMethods) => void

export interface RoutesOptions {
  readonly logger: Logger
  readonly live: LiveReads
  readonly extra: ExtraRoutes
  readonly files?: FileStore | undefined
  readonly observers?: readonly RequestObserver[] | undefined
  readonly proxies?: readonly string[] | undefined
}

export async function applicationRoutes(
  application: Application,
  { logger, live, extra, files, observers = [], proxies = TRUSTED_PROXIES }: RoutesOptions,
): Promise<FastifyInstance> {
  const routerOptions = {
    maxParamLength: PARAMETER_LENGTH_MAX,
    ignoreTrailingSlash: false,
    constraints: { until: untilItsLastDay(application) },
  }
  const instance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: REQUEST_BYTES_MAX,
    routerOptions,
    genReqId: () => crypto.randomUUID(),
    // Requests that this process makes to itself come here without the server.
    rewriteUrl: (raw) => {
      takeTenantPath(application.model, raw)
      return raw.url ?? '/'
    },
    trustProxy: [...proxies],
    frameworkErrors: (cause, request, reply) =>
      // A malformed target bypasses every hook, so its headers are added here.
      answerFailure(application, cause, request as FastifyRequest, withHeaders(request, reply as FastifyReply)),
  })
  const allowedMethods = allowedMethodsOf(instance, routerOptions, () => todayOf(application))
  instance.decorateRequest('caller', null)
  instance.decorateRequest('cachedRoute', null)
  await instance.register(cookie)
  await admitOtherSites(instance, application.model.limits)
  acceptBodies(instance)
  instance.setErrorHandler((cause, request, reply) => answerFailure(application, cause, request, reply))
  instance.addHook('onSend', (request, reply, _payload, done) => {
    withHeaders(request, reply)
    const location = reply.getHeader('location')
    if (typeof location === 'string') reply.header('location', addressInTenant(request, location))
    done()
  })
  addChallenges(instance, application)
  reportRequests(instance, application, observers)
  refuseEarly(instance, application)
  tellLanguages(instance, application)
  for (const operation of application.operations) addOperation(instance, application, operation, live, files)
  addOwnRoutes(instance, application, live)
  liveBlocksRoute(instance, application, live)
  addLinkRoutes(instance, application)
  addOpenIdRoutes(instance, application)
  addInvitationRoutes(instance, application, (request) => exchangeOf(application, request))
  addAccountRoutesOf(instance, application, (request) => exchangeOf(application, request))
  addLogoRoute(instance, application)
  addDocumentRoute(instance, files, (request) => exchangeOf(application, request))
  addViewRoutes(instance, (request) => exchangeOf(application, request))
  csvRoute(instance, application, (request) => exchangeOf(application, request))
  bulkActionRoute(instance, (request) => exchangeOf(application, request))
  importRoutes(instance, application, (request) => exchangeOf(application, request))
  openApiRoute(instance, application)
  addAgentRoute(instance, application)
  extra(instance, allowedMethods)
  await instance.ready()
  return instance
}

/** Refusals that need no body, for every address. */
function refuseEarly(instance: FastifyInstance, application: Application): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    noteTool(request)
    done()
  })
  // An address with the name of no tenant is not there.
  if (application.model.entities.tenancy?.address != null)
    instance.addHook('onRequest', (request, reply) => answerUnknownTenant(application, request, reply))
  // The CSRF check comes first and covers every address, so that no route can forget it.
  instance.addHook('onRequest', (request, _reply, done) => {
    refuseForeignOrigin(application, request)
    done()
  })
  if (signInOf(application.model.roles)?.apiKeys != null)
    instance.addHook('onRequest', (request) =>
      refuseBeyondKey(application, request, () => callerOf(application, request)),
    )
}

function addOperation(
  instance: FastifyInstance,
  application: Application,
  operation: Operation,
  live: LiveReads,
  files: FileStore | undefined,
): void {
  const signed = signedBy(application, operation)
  const isAtOnce = isDoneAtOnce(application.model, operation)
  const refuseOutsiders = async (request: FastifyRequest): Promise<void> => {
    if (operation.kind === 'stated' && operation.call.from !== undefined)
      return refuseWithoutSignature(application, request, operation.call)
    // A read in one statement refuses outsiders itself: it has no body to protect.
    if (operation.kind === 'stated' && !(isAtOnce && !wantsEvents(request)))
      refuseOutsider(await callerOf(application, request), operation.call)
  }
  instance.route({
    method: operation.method,
    url: routeOf(operation.path),
    ...lastDayOf(operation),
    config: {
      hasEvents: isLiveRead(operation),
      ...writtenPath(operation.path),
      ...(operation.kind === 'stated' && operation.call.wire && { takes: operation.call.wire.bodies }),
      acceptedTypes: acceptedMediaTypes(operation),
      ...(operation.kind === 'stated' && refusalsAsStated(operation.call)),
      ...receivedBy(application, operation, files, signed),
      ...(signed && { signed }),
    },
    onRequest: [
      ...varyingBy(operation),
      ...tellPatchTypes(application, operation),
      ...tellOfMoving(application, operation),
      ...countedUse(application, limitsOfOperation(application, operation), keptUnder(operation)),
      ...(operation.kind === 'stated' ? [refuseOutsiders] : []),
      ...neededFactor(application, operation),
    ],
    ...(signed && {
      // Runs here for a request without a body, which no parser has read.
      preHandler: async (request: FastifyRequest) => {
        if (eventOf(request) === null) signed(request, Buffer.alloc(0))
      },
    }),
    handler: async (request, reply) => {
      if (isLive(request, operation)) {
        const read: LiveRead = (asked) => liveAnswer(application, request, operation, asked)
        return live.open(spokenTo(application, request), request, reply, [read], { operation })
      }
      const answer =
        (isAtOnce ? await answeredAtOnce(application, request, operation) : null) ??
        (await answerOperation(
          await exchangeOf(application, request),
          spokenOperation(application, request, operation),
        ))
      if (answer.isRepeated === true) await giveBack(application, request, reply)
      if (answer.session === null) carrySession(application, request, reply, null)
      else if (answer.session !== undefined) await beginSession(application, request, reply, answer.session)
      if (answer.document !== undefined)
        return sendDocument(request, reply.status(answer.status), { application, files }, answer.document)
      if (answer.file !== undefined && answer.beside !== undefined) carry(request, reply, answer.beside)
      if (answer.file !== undefined)
        return operation.method === 'GET' && answer.status === 200
          ? sendRead(files, answer.file, request, reply)
          : sendKept(reply.status(answer.status), files, answer.file)
      return sendAnswer(request, reply, answer)
    },
  })
}

/** The JSON of the answer as its caller sees it at that moment. */
async function liveAnswer(
  application: Application,
  request: FastifyRequest,
  operation: Operation,
  asked: Pick<Exchange, 'application' | 'caller' | 'bindings' | 'stream'>,
): Promise<string> {
  const bindings = { ...asked.bindings, ...addressBindings(application, request) }
  const exchange = { ...askedBy(application, request), ...asked, bindings }
  return (await answerOperation(exchange, spokenOperation(application, request, operation))).json ?? ''
}

/** The name under which answers are stored by Idempotency-Key; null: the call is not repeatable. */
function keptUnder(operation: Operation): string | null {
  if (operation.kind !== 'stated' || operation.call.repeatable?.kind !== 'by key') return null
  return nameOf(operation.call)
}

/** Undefined: the call takes unsigned requests. */
function signedBy(application: Application, operation: Operation): FastifyContextConfig['signed'] {
  if (operation.kind !== 'stated' || operation.call.from === undefined) return undefined
  return (request, body) => takeSignature(application, request, operation.call, body)
}

function addOwnRoutes(instance: FastifyInstance, application: Application, live: LiveReads): void {
  const json = (reply: FastifyReply, body: string): FastifyReply =>
    reply.type('application/json; charset=utf-8').send(body)
  instance.get('/_ninefold/app', async (request, reply) =>
    sendPacked(request, reply, JSON.stringify(await appDescription(await exchangeOf(application, request)))),
  )
  instance.get('/_ninefold/screens/:screen/:block', async (request, reply) =>
    wantsEvents(request)
      ? live.open(spokenTo(application, request), request, reply, [
          (asked) => screenBlock({ ...askedBy(application, request), ...asked }),
        ])
      : json(reply, await screenBlock(await exchangeOf(application, request))),
  )
  const reads: readonly (readonly [string, (exchange: Exchange) => Promise<string>])[] = [
    ['/_ninefold/screens/:screen/titles', screenTitles],
    ['/_ninefold/screens/:screen/:block/present', presentOnScreen],
    [COUNTS_PATH, navigationCounts],
    [OWN_FIELDS_PATH, ownFields],
    ['/_ninefold/history/:entity/:id', history],
    ['/_ninefold/secrets/:entity/:id/:field', secretText],
    ['/_ninefold/deleted.json', deletedRecords],
    [SEARCH_PATH, searchEverything],
    ['/_ninefold/options/:entity', options],
  ]
  for (const [path, answer] of reads)
    instance.get(path, async (request, reply) => json(reply, await answer(await exchangeOf(application, request))))
  instance.post('/_ninefold/deleted/:id/restore', async (request, reply) => {
    await restoreDeleted(await exchangeOf(application, request))
    return reply.status(204).send()
  })
  instance.get('/_ninefold/forms/:screen/:action', async (request, reply) =>
    json(reply, JSON.stringify(await formData(await exchangeOf(application, request)))),
  )
  takenPeriodsRoute(instance, (request) => exchangeOf(application, request))
  addEventRoute(instance, application, live)
  const onRequest = countedUse(application, limitsOfSigningIn(application))
  instance.post('/_ninefold/session', { onRequest }, (request, reply) => signIn(application, request, reply))
  instance.delete('/_ninefold/session', async (request, reply) => {
    return signOut(application, await callerOf(application, request), request, reply)
  })
  instance.post('/_ninefold/users', { onRequest: countedSignUp(application) }, (request, reply) =>
    signUp(application, request, reply),
  )
}

/** Tells whether one statement usually does the whole operation. */
function isDoneAtOnce(model: Model, operation: Operation): boolean {
  if (operation.kind === 'stated') return operation.method === 'GET' && isReadInOneStatement(model, operation.call)
  return operation.kind !== 'delete' && operation.kind !== 'presence'
}

/** Runs the operation in one statement for the cached caller of the session. Null: it was not done. */
async function answeredAtOnce(
  application: Application,
  request: FastifyRequest,
  operation: Operation,
): Promise<CallAnswer | null> {
  const guess = cachedCaller(application, request)
  if (guess === null) return null
  return unlessRefused(async () => {
    const exchange = exchangeFor(application, request, guess.caller, guess.bindings)
    const answer = await answerOperation(
      { ...exchange, isGuess: true },
      spokenOperation(application, request, operation),
    )
    noteCaller(request, guess.caller)
    return answer
  })
}

/** Answers 404, or 405 for another method; answers OPTIONS with the methods of an address. */
export function answerNotFound(
  application: Application,
  allowedMethods: AllowedMethods,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { methods, patchTypes } = allowedMethods(request.url)
  if (methods.length > 0) {
    reply.header('allow', [...methods, 'OPTIONS'].sort().join(', '))
    if (patchTypes.length > 0) reply.header('accept-patch', patchTypes.join(', '))
    if (request.method === 'OPTIONS') return reply.status(204).send()
    const words = { methods: methods.join(', ') }
    const refusal = new Refusal([
      { kind: 'built-in', error: 'method not allowed', about: null, limit: null, reason: null, words },
    ])
    const problem = problemOf(application.model, refusal, request)
    return sendProblem(application, request, reply, problem)
  }
  return sendProblem(application, request, reply, problemOf(application.model, refused('not found'), request))
}
