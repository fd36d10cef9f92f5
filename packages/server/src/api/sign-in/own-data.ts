// `GET /_ninefold/account/data.json`: all data about the signed-in user, streamed as a file.

import { Readable } from 'node:stream'
import { OWN_DATA_PATH, OWN_DATA_TIMES_MAX } from '@ninefold/core/contract/wire/account.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { refused } from '../../gate/context/refusal.ts'
import { ownData } from '../../gate/own-data/own-data.ts'
import { noteWritten } from '../../gate/records/audit.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { allowAttempt } from '../../store/tables/users/sign-in-attempts.ts'
import { callerNow } from '../authentication/authentication.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

const HOUR_MS = 3_600_000

export function addOwnDataRoute(
  instance: FastifyInstance,
  application: Application,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  const users = signInOf(application.model.roles)
  if (users === null) return
  // HEAD would have to read everything for the length.
  instance.get(OWN_DATA_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const exchange = await exchangeFor(request)
    const { caller } = exchange
    refuseOtherParameters(exchange.query, [])
    const me = signedInUser(caller)
    await countDownload(application, String(me.id))
    await writeUnderRules(exchange, async (transaction) =>
      noteWritten({ transaction, caller }, { name: users.entity }, me, 'export own data'),
    )
    const pieces = ownData(application, async () => {
      const now = await callerNow(application, request)
      return { caller: now, bindings: bindingsOf(application, now) }
    })
    // Reads the first piece before sending, so that a refusal can still become a status.
    const first = await pieces.next()
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="my-data.json"')
      .send(Readable.from(together(String(first.value), pieces)))
  })
}

async function countDownload({ database }: Application, userId: string): Promise<void> {
  const isAllowed = await database.write((transaction) =>
    allowAttempt(transaction, `own data ${userId}`, OWN_DATA_TIMES_MAX, HOUR_MS),
  )
  if (!isAllowed) throw refused('too many')
}

async function* together(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* others
}
