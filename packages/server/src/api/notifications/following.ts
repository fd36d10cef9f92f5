// `GET` and `PUT /_ninefold/following/:entity/:id`: reads and sets whether the caller follows a record that they may
// see.

import { type Following, FOLLOWING_PATH } from '@ninefold/core/contract/wire/notifications.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { addressPart } from '@ninefold/core/model/words.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findByKey } from '../../gate/context/loaded-record.ts'
import { refused } from '../../gate/context/refusal.ts'
import { namedFollowers } from '../../gate/messages/followers.ts'
import type { Executor } from '../../store/driver/database.ts'
import { chosenFollowing, setFollowing } from '../../store/tables/notifications.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

export function addFollowingRoutes(
  instance: FastifyInstance,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  const path = `${FOLLOWING_PATH}/:entity/:id`
  instance.get(path, async (request) => readFollowing(await exchangeFor(request)))
  instance.put(path, async (request, reply) => {
    await follow(await exchangeFor(request))
    return reply.status(204).send()
  })
}

async function readFollowing(exchange: Exchange): Promise<Following> {
  const { application, query } = exchange
  refuseOtherParameters(query, [])
  const { userId, entity } = askedBy(exchange)
  return application.database.read(async (transaction) => {
    const record = await visibleId(exchange, transaction, entity)
    const chosen = await chosenFollowing(transaction, userId, { entity: entity.name, record })
    if (chosen !== null) return { isFollowing: chosen }
    return { isFollowing: (await namedFollowers({ ...exchange, transaction }, entity, record)).includes(userId) }
  })
}

async function follow(exchange: Exchange): Promise<void> {
  const { application, query, body } = exchange
  refuseOtherParameters(query, [])
  const { userId, entity } = askedBy(exchange)
  const { isFollowing, ...others } = (body ?? {}) as Record<string, unknown>
  const [other] = Object.keys(others)
  if (other !== undefined) throw refused('unknown input', other)
  if (typeof isFollowing !== 'boolean') throw refused('wrong type', 'isFollowing')
  await application.database.write(async (transaction) => {
    const record = await visibleId(exchange, transaction, entity)
    await setFollowing(transaction, userId, { entity: entity.name, record }, isFollowing)
  })
}

/** An entity without followers answers like one that does not exist. */
function askedBy({ application, caller, parameters }: Exchange): { readonly userId: string; readonly entity: Entity } {
  const userId = String(signedInUser(caller).id)
  const { entities } = application.model.entities
  const entity = entities.find(
    ({ name, followers }) => followers !== null && addressPart(name) === parameters['entity'],
  )
  if (entity === undefined) throw refused('not found')
  return { userId, entity }
}

/** A hidden record answers like a missing one. */
async function visibleId(
  { application, caller, bindings, parameters }: Exchange,
  transaction: Executor,
  entity: Entity,
): Promise<string> {
  const id = fieldNamed(entity, 'id')
  const key = pathValue(id.type, parameters['id'] ?? '')
  const found =
    key === null ? [] : await transaction.run(application.planned(findByKey, caller, entity, id), { ...bindings, key })
  if (key === null || found.length === 0) throw refused('not found')
  return String(key)
}
