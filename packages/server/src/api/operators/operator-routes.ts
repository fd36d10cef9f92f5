// The operators' page over HTTP. It answers 404 to everybody whom point 6 does not name as an operator.

import {
  AUDIT_PATH,
  HEALTH_PATH,
  isOperator,
  MESSAGE_AGAIN_PATH,
  MESSAGE_GIVE_UP_PATH,
  MESSAGES_PATH,
  STEPS_AGAIN_PATH,
  STEPS_GIVE_UP_PATH,
  WORK_PATH,
} from '@ninefold/core/contract/wire/operators.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { auditEntries } from './audit-entries.ts'
import { healthFigures } from './health-figures.ts'
import { operatorMessages, workOnMessage } from './message-queue.ts'
import type { RequestCounts } from './request-counts.ts'
import type { OperatorWork } from './operator-work.ts'
import { waitingEntries, workOnSteps } from './waiting-entries.ts'

export function addOperatorRoutes(
  instance: FastifyInstance,
  { model }: Application,
  counts: RequestCounts,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  if (model.roles.operators === null) return
  /** The only place that admits operators. An API key never counts as an operator, whatever its roles. */
  const allowed = async (request: FastifyRequest): Promise<Exchange> => {
    const exchange = await exchangeFor(request)
    const { caller } = exchange
    if (caller.key !== undefined || caller.isAgent === true || !isOperator(model, caller)) throw refused('not found')
    return exchange
  }
  instance.get(AUDIT_PATH, async (request) => auditEntries(await allowed(request)))
  instance.get(MESSAGES_PATH, async (request) => operatorMessages(await allowed(request)))
  const works: readonly (readonly [path: string, does: OperatorWork, work: typeof workOnMessage])[] = [
    [MESSAGE_AGAIN_PATH, 'again', workOnMessage],
    [MESSAGE_GIVE_UP_PATH, 'give up', workOnMessage],
    [STEPS_AGAIN_PATH, 'again', workOnSteps],
    [STEPS_GIVE_UP_PATH, 'give up', workOnSteps],
  ]
  for (const [path, does, work] of works)
    instance.post(path, async (request, reply) => {
      await work(await allowed(request), does)
      return reply.status(204).send()
    })
  instance.get(WORK_PATH, async (request) => waitingEntries(await allowed(request)))
  instance.get(HEALTH_PATH, async (request) => healthFigures(await allowed(request), counts))
}
