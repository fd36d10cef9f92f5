// The answer of a call → the response: JSON, a text, a page, a table, with its headers and cookies.

import { csvLine, csvText } from '@ninefold/core/contract/inputs/csv.ts'
import { isJsonType } from '@ninefold/core/model/steps/media-types.ts'
import { MEDIA_TYPES } from '@ninefold/core/model/wire.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerBeside } from '../../gate/calls/response-headers.ts'
import type { CallAnswer } from '../../gate/calls/calls.ts'
import { setStatedCookie } from '../authentication/session-cookie.ts'
import { headerText } from '../http/security-headers.ts'
import { entityTag, isHeld, readTag, type Validators } from './versions.ts'

export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, json, version, beside }: CallAnswer,
): FastifyReply {
  reply.status(status)
  // HEAD shares the route of GET, and its headers.
  const isRead = ['GET', 'HEAD'].includes(request.method) && status === 200 && json !== null
  const tag = isRead ? readTag(version, json) : version === undefined || version === null ? null : entityTag(version)
  if (tag !== null) reply.header('etag', tag)
  if (beside !== undefined) carry(request, reply, beside)
  if (isRead && isHeld(request, validatorsOf(reply))) return reply.status(304).send()
  if (json === null) return reply.send()
  const type = typeOf(beside)
  const body = BODIES[beside?.form ?? 'JSON'](json)
  // Fastify adds a charset to JSON types if the body is a string, but not if it is a buffer.
  return reply.header('content-type', type).send(type.includes('charset') ? body : Buffer.from(body))
}

function validatorsOf(reply: FastifyReply): Validators {
  const lastModified = reply.getHeader('last-modified')
  return {
    tag: String(reply.getHeader('etag')),
    lastModified: lastModified === undefined ? undefined : String(lastModified),
  }
}

type Form = AnswerBeside['form']

/** Types that are built on JSON have no parameter for the encoding, and contracts such as JSON:API forbid one. */
function typeOf(beside: AnswerBeside | undefined): string {
  const stated = beside?.mediaType
  if (stated !== undefined && isJsonType(stated)) return stated
  return `${stated ?? MEDIA_TYPES[beside?.form ?? 'JSON']}; charset=utf-8`
}

const BODIES: Readonly<Record<Form, (json: string) => string>> = {
  JSON: (json) => json,
  text: textOf,
  html: textOf,
  csv: tableOf,
}

function textOf(json: string): string {
  const value = JSON.parse(json) as unknown
  return value === null ? '' : String(value)
}

/** The keys of all rows become the columns, in order of first appearance. */
function tableOf(json: string): string {
  const rows = (JSON.parse(json) ?? []) as Readonly<Record<string, unknown>>[]
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => csvLine(keys.map((key) => cellOf(row[key]))))
  return [csvLine(keys.map(csvText)), ...lines].join('')
}

const NUMBER = /^-?\d+(?:\.\d+)?$/

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  // Exact numbers are strings in JSON, and they are safe from formula injection.
  if (typeof value === 'string') return NUMBER.test(value) ? value : csvText(value)
  return typeof value === 'object' ? csvText(JSON.stringify(value)) : String(value)
}

/**
 * Content-Security-Policy of an HTML answer: it runs no script, submits no form and is not framed, no matter who wrote its words.
 */
const PAGE_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'none'"

/** Sets the stated headers and cookies. */
export function carry(
  request: FastifyRequest,
  reply: FastifyReply,
  { form, mediaType, headers, cookies }: AnswerBeside,
): void {
  // Browsers also render some texts as pages: SVG, and XML with a style sheet.
  if (form === 'html' || (form === 'text' && mediaType !== undefined))
    reply.header('content-security-policy', PAGE_POLICY)
  for (const [name, value] of headers) {
    // The address may have moved, which a link says, too.
    const before = name.toLowerCase() === 'link' ? [reply.getHeader('link') ?? []].flat() : []
    reply.header(name, [...before, headerText(value)].join(', '))
  }
  for (const { name, value, seconds } of cookies) setStatedCookie(request, reply, { name, value, seconds })
}
