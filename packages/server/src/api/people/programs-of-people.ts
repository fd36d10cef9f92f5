// Programs that act for a user, over HTTP: callers who may suspend the user see their API keys and connected apps, and revoke them.

import {
  PERSON_APPS_PATH,
  PERSON_KEYS_PATH,
  PERSON_PROGRAMS_PATH,
  type ProgramsOfPerson,
} from '@ninefold/core/contract/wire/people.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refused } from '../../gate/context/refusal.ts'
import { noteWritten } from '../../gate/records/audit.ts'
import { refuseOverUser } from '../../gate/users/suspensions.ts'
import type { Executor } from '../../store/driver/database.ts'
import { endKeyOfUser, keysOfUser } from '../../store/tables/users/api-keys.ts'
import { endGrantOfUser, grantsOfUser } from '../../store/tables/users/oauth-grants.ts'
import type { Exchange } from '../http/exchange.ts'
import { isUuid } from '../http/uuid.ts'
import { datedAccess, toldKey } from '../sign-in/api-keys.ts'
import { changePerson, managing, readPerson } from './one-person.ts'

type End = (executor: Executor, userId: string, id: string) => Promise<boolean>

export function addProgramsOfPeople(
  instance: FastifyInstance,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  instance.get(PERSON_PROGRAMS_PATH, async (request) => programs(managing(await exchangeFor(request))))
  const ends: readonly (readonly [path: string, action: string, end: End])[] = [
    [PERSON_KEYS_PATH, 'end API key', endKeyOfUser],
    [PERSON_APPS_PATH, 'end access of app', endGrantOfUser],
  ]
  for (const [path, action, end] of ends)
    instance.delete(`${path}/:program`, async (request, reply) => {
      await endProgram(managing(await exchangeFor(request)), action, end)
      return reply.status(204).send()
    })
}

function programs(exchange: Exchange): Promise<ProgramsOfPerson> {
  return readPerson(exchange, async (work, entity, user) => {
    await refuseOverUser(work, entity, user)
    const userId = String(user.id)
    const keys = await keysOfUser(work.transaction, userId)
    const nowMs = exchange.application.database.nowMs()
    return {
      keys: keys.map((key) => toldKey(key, nowMs)),
      apps: (await grantsOfUser(work.transaction, userId)).map(datedAccess),
    }
  })
}

function endProgram(exchange: Exchange, action: string, end: End): Promise<void> {
  const program = exchange.parameters['program'] ?? ''
  if (!isUuid(program)) throw refused('not found')
  return changePerson(exchange, async (work, entity, user) => {
    await refuseOverUser(work, entity, user)
    if (!(await end(work.transaction, String(user.id), program))) throw refused('not found')
    noteWritten(work, entity, user, action)
  })
}
