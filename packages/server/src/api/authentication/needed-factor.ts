// `Needs: a fresh second factor` of a call, checked before the rest of the request is read.

import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refuseUnlessFactorIsFresh } from '../../gate/records/fresh-factor.ts'
import { callerOf } from './authentication.ts'

/** Empty: the operation needs none. */
export function neededFactor(
  application: Application,
  operation: Operation,
): ((request: FastifyRequest) => Promise<void>)[] {
  if (operation.kind !== 'stated' || operation.call.needsFactor === null) return []
  return [
    async (request) =>
      refuseUnlessFactorIsFresh(application, application.database, await callerOf(application, request)),
  ]
}
