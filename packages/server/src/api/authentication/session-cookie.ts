// The session cookie of a browser, and the cookie that marks a device on which a user has signed in before.

import type { FastifyReply, FastifyRequest } from 'fastify'

/** Over https the prefix ties the cookie to this host, to all its paths, and to https. */
const HOST_ONLY = '__Host-'
export const SESSION_COOKIE = 'ninefold_session'
const OPENID_COOKIE = 'ninefold_openid'
const HALF_COOKIE = 'ninefold_half_sign_in'
const DEVICE_COOKIE = 'ninefold_device'
/** Of no use to anybody else, so it may outlive a long absence. */
const DEVICE_SECONDS = 180 * 24 * 3600

type Sender = Pick<FastifyRequest, 'protocol' | 'cookies'>

/** A cookie without the prefix could have been set by a neighbouring host, or on the network. */
function nameFor({ protocol }: Pick<Sender, 'protocol'>, name: string): string {
  return protocol === 'https' ? HOST_ONLY + name : name
}

export function sentSession(request: Sender): string | null {
  return request.cookies[nameFor(request, SESSION_COOKIE)] ?? null
}

export function sentDevice(request: Sender): string | null {
  return request.cookies[nameFor(request, DEVICE_COOKIE)] ?? null
}

/** Marks a browser that was sent to an OpenID provider. */
export function sentPending(request: Sender): string | null {
  return request.cookies[nameFor(request, OPENID_COOKIE)] ?? null
}

export function setPendingCookie(request: Sender, reply: FastifyReply, token: string, seconds: number): FastifyReply {
  return setCookie(request, reply, OPENID_COOKIE, token, seconds)
}

export function clearPendingCookie(request: Sender, reply: FastifyReply): FastifyReply {
  return clearCookie(request, reply, OPENID_COOKIE)
}

/** Marks a sign-in that still needs the second factor. */
export function sentHalfSignIn(request: Sender): string | null {
  return request.cookies[nameFor(request, HALF_COOKIE)] ?? null
}

export function setHalfCookie(request: Sender, reply: FastifyReply, token: string, seconds: number): FastifyReply {
  return setCookie(request, reply, HALF_COOKIE, token, seconds)
}

export function clearHalfCookie(request: Sender, reply: FastifyReply): FastifyReply {
  return clearCookie(request, reply, HALF_COOKIE)
}

export function setSessionCookie(request: Sender, reply: FastifyReply, token: string, seconds: number): FastifyReply {
  return setCookie(request, reply, SESSION_COOKIE, token, seconds)
}

export function setDeviceCookie(request: Sender, reply: FastifyReply, token: string): FastifyReply {
  return setCookie(request, reply, DEVICE_COOKIE, token, DEVICE_SECONDS)
}

export function clearSessionCookie(request: Sender, reply: FastifyReply): FastifyReply {
  return clearCookie(request, reply, SESSION_COOKIE)
}

function clearCookie(request: Sender, reply: FastifyReply, name: string): FastifyReply {
  const secure = request.protocol === 'https'
  return reply.clearCookie(nameFor(request, name), { path: '/', ...(secure ? { secure } : {}) })
}

/**
 * A cookie that the specification sets: `SameSite` keeps other sites from sending it, `HttpOnly` keeps scripts from
 * reading it. `value` null deletes it.
 */
export function setStatedCookie(
  { protocol }: Pick<Sender, 'protocol'>,
  reply: FastifyReply,
  { name, value, seconds }: { readonly name: string; readonly value: string | null; readonly seconds: number | null },
): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: protocol === 'https' } as const
  if (value === null) reply.clearCookie(name, options)
  else reply.setCookie(name, value, { ...options, ...(seconds === null ? {} : { maxAge: seconds }) })
}

function setCookie(request: Sender, reply: FastifyReply, name: string, value: string, maxAge: number): FastifyReply {
  return reply.setCookie(nameFor(request, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge,
  })
}
