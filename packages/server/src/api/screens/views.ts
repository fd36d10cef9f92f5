// Saved views and columns of lists over HTTP: the caller's own, and shared ones. Without a session, the browser stores
// them.

import {
  layoutColumns,
  LAYOUTS_PATH,
  type ListPlace,
  VIEW_NAME_LENGTH_MAX,
  VIEW_QUERY_LENGTH_MAX,
  VIEWS_MAX,
  VIEWS_PATH,
} from '@ninefold/core/contract/screens/views.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { screenKey } from '@ninefold/core/contract/screens/screens.ts'
import { inputOfType } from '@ninefold/core/contract/inputs/field-inputs.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currentTenant } from '../../gate/context/current-tenant.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { changeView, dropView, keepLayout, keepView, type NotKept, viewsOf } from '../../store/tables/views.ts'
import { acceptedOrRefused } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { openedBlock } from './screens.ts'
import { isUuid } from '../http/uuid.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

export function addViewRoutes(
  instance: FastifyInstance,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  const own = async (request: FastifyRequest): Promise<Own> => {
    const exchange = await exchangeFor(request)
    refuseOtherParameters(exchange.query, [])
    return { exchange, userId: String(signedInUser(exchange.caller).id) }
  }
  instance.get(VIEWS_PATH, async (request) => {
    const { exchange, userId } = await own(request)
    return viewsOf(exchange.application.database, userId, [...exchange.caller.roles], await currentTenant(exchange))
  })
  instance.post(`${VIEWS_PATH}/:screen/:block`, async (request, reply) =>
    reply.status(201).send(await make(await own(request))),
  )
  instance.patch(`${VIEWS_PATH}/:id`, async (request, reply) => {
    await change(await own(request))
    return reply.status(204).send()
  })
  instance.delete(`${VIEWS_PATH}/:id`, async (request, reply) => {
    await drop(await own(request))
    return reply.status(204).send()
  })
  instance.put(`${LAYOUTS_PATH}/:screen/:block`, async (request, reply) => {
    await setColumns(await own(request))
    return reply.status(204).send()
  })
}

function text(name: string, lengthMin: number | null, lengthMax: number, isNeeded: boolean): InputField {
  return { ...inputOfType({ kind: 'text', lengthMin, lengthMax }, [name], isNeeded, false), isNeeded }
}

/** Values of a new view, or the changes of an existing one. */
function viewInputs(isNeeded: boolean): InputField[] {
  return [
    { ...text('name', null, VIEW_NAME_LENGTH_MAX, isNeeded), isRequired: true },
    { ...text('query', 0, VIEW_QUERY_LENGTH_MAX, isNeeded), isRequired: false },
  ]
}

const ROLE_LENGTH_MAX = 200

function changeInputs(): InputField[] {
  const opensFirst = inputOfType({ kind: 'yes/no' }, ['opensFirst'], false, false)
  return [...viewInputs(false), { ...text('sharedWith', null, ROLE_LENGTH_MAX, false), isRequired: false }, opensFirst]
}

interface Own {
  readonly exchange: Exchange
  readonly userId: string
}

async function make({ exchange, userId }: Own): Promise<{ readonly id: string }> {
  const place = placeOf(exchange)
  const { name, query } = acceptedOrRefused(acceptInputs(viewInputs(true), exchange.body ?? {}))
  const view = { ...place, name: String(name), query: String(query ?? '') }
  const kept = await exchange.application.database.write((transaction) => keepView(transaction, userId, view))
  if (typeof kept === 'string') throw notKept(kept)
  return kept
}

async function change({ exchange, userId }: Own): Promise<void> {
  const { name, query, sharedWith, opensFirst } = acceptedOrRefused(acceptInputs(changeInputs(), exchange.body ?? {}))
  // Users share views only with roles of their own.
  if (typeof sharedWith === 'string' && !exchange.caller.roles.has(sharedWith))
    throw refused('wrong type', 'sharedWith')
  const id = idOf(exchange)
  const tenant = await currentTenant(exchange)
  const changed = {
    name: name === undefined ? null : String(name),
    query: query === undefined ? null : String(query ?? ''),
    opensFirst: typeof opensFirst === 'boolean' ? opensFirst : null,
    shared: typeof sharedWith === 'string' ? { role: sharedWith, tenant } : sharedWith === null ? null : undefined,
  }
  const result = await exchange.application.database.write((transaction) =>
    changeView(transaction, userId, id, changed, { roles: exchange.caller.roles, tenant }),
  )
  if (result !== null) throw notKept(result)
}

async function drop({ exchange, userId }: Own): Promise<void> {
  const id = idOf(exchange)
  if (!(await exchange.application.database.write((transaction) => dropView(transaction, userId, id))))
    throw refused('not found')
}

async function setColumns({ exchange, userId }: Own): Promise<void> {
  const place = placeOf(exchange)
  const { columns: sent, ...others } = (exchange.body ?? {}) as Record<string, unknown>
  const [other] = Object.keys(others)
  if (other !== undefined) throw refused('unknown input', other)
  const columns = layoutColumns(sent)
  if (columns === null) throw refused('wrong type', 'columns')
  await exchange.application.database.write((transaction) => keepLayout(transaction, userId, place, columns))
}

/** A list that the caller may open now. */
function placeOf(exchange: Exchange): ListPlace {
  const { screen, block } = openedBlock(exchange)
  if (block.kind !== 'list' && block.kind !== 'answer') throw refused('not found')
  return { screen: screenKey(screen), block: Number(exchange.parameters['block']) }
}

function idOf({ parameters }: Exchange): string {
  const id = parameters['id'] ?? ''
  if (!isUuid(id)) throw refused('not found')
  return id
}

function notKept(why: NotKept): Refusal {
  if (why === 'not found') return refused('not found')
  if (why === 'no longer among them') return refused('forbidden', 'sharedWith')
  if (why === 'taken') return refused('taken', 'name')
  return new Refusal([{ kind: 'built-in', error: 'too big', about: 'views', limit: VIEWS_MAX, reason: null }])
}
