// The beginning of links: the origin, and the path of a tenant where it names one.

import { PUBLIC_ADDRESS } from '@ninefold/core/expression/request-address.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { PATH, SENT_QUERY } from '../../gate/context/bindings.ts'
import { refused } from '../../gate/context/refusal.ts'
import { subdomainOf, originBelow } from './tenant-of-address.ts'
import { tenantBase } from './tenant-path.ts'
import type { Bindings } from '../../store/driver/rows.ts'

/**
 * The beginning of links, without a slash at its end. A client chooses the `Host` header, and a wrong link would leak the token in it. So the header
 * is used in development only, where no mail leaves.
 */
export function originOfLinks(application: Application, request: FastifyRequest): string {
  const origin = statedOrigin(application, request)
  if (origin !== null) return origin
  throw refused('not shown', null, ['no public address'])
}

/** The origin alone, for devices and providers, which know no paths. */
export function originOfSite(application: Application, request: FastifyRequest): string {
  return new URL(originOfLinks(application, request)).origin
}

/** Links in an answer, which only its caller reads. Without a stated public address they use that of the request. */
export function addressBindings(application: Application, request: FastifyRequest): Bindings {
  const origin = statedOrigin(application, request) ?? `${request.protocol}://${request.host}${tenantBase(request)}`
  const [path = '', ...query] = request.url.split('?')
  return { [PUBLIC_ADDRESS]: origin, [PATH]: path, [SENT_QUERY]: query.join('?') }
}

/** Null: the text states no public address. */
export function statedOrigin(application: Application, request: FastifyRequest): string | null {
  const { model, mode } = application
  // In development, the stated public address belongs to another installation.
  if (mode === 'development') return `${request.protocol}://${request.host}${tenantBase(request)}`
  const origin = model.limits.publicAddress?.origin ?? null
  // A tenant of this name has been found before, so the client has not chosen any other host.
  const label = subdomainOf(application, request.headers.host)
  if (origin === null) return null
  return label === null ? origin + tenantBase(request) : originBelow(origin, label)
}
