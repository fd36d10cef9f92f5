// A picture beside the text → what is served of it: as it is, under the type that its content has, and in a way in which
// nothing in it runs or is fetched, whoever opens it.

import { createHash } from 'node:crypto'
import {
  type AppBrand,
  LOGO_BYTES_MAX,
  LOGO_GROUNDS,
  LOGO_PATH,
  type LogoGround,
  logoAddress,
} from '@ninefold/core/contract/wire/brand.ts'
import type { FastifyInstance } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import type { Application } from '../../gate/context/application.ts'
import type { LogoPicture } from '../../gate/context/logo.ts'
import { refused } from '../../gate/context/refusal.ts'
import { utf8Text } from '../http/bodies.ts'

const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
const SVG = 'image/svg+xml'
/** Text before the first element: a mark, the declaration, comments, a doctype. */
const SVG_BEGINNING = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE\s+svg\b[^>[]*>\s*)*<svg[\s>]/

/** Inside a picture an SVG runs nothing; opened by itself it does not either. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

/** Null: it is no picture that browsers show everywhere, whatever it is called. */
export async function logoPicture(bytes: Buffer): Promise<LogoPicture | null> {
  if (bytes.length > LOGO_BYTES_MAX) return null
  const type = await typeOf(bytes)
  if (type === null) return null
  return { bytes, type, version: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) }
}

async function typeOf(bytes: Buffer): Promise<string | null> {
  const sniffed = await fileTypeFromBuffer(bytes)
  if (sniffed !== undefined && PICTURES.includes(sniffed.mime)) return sniffed.mime
  return SVG_BEGINNING.test(utf8Text(bytes) ?? '') ? SVG : null
}

export function brandOf({ model, logo }: Application): AppBrand {
  const address = (ground: LogoGround): string => logoAddress(ground, logo?.[ground].version ?? '')
  return {
    colour: model.limits.brandColour?.colour ?? null,
    logo: logo === undefined ? null : { light: address('light'), dark: address('dark') },
  }
}

/** Open to everybody: it stands on the page for signing in. */
export function addLogoRoute(instance: FastifyInstance, { logo }: Application): void {
  if (logo === undefined) return
  instance.get<{ Params: { ground: string }; Querystring: { version?: unknown } }>(
    `${LOGO_PATH}/:ground`,
    async ({ params, query, headers }, reply) => {
      const ground = LOGO_GROUNDS.find((each) => each === params.ground)
      if (ground === undefined) throw refused('not found')
      const { bytes, type, version } = logo[ground]
      const tag = `"${version}"`
      reply
        .header('etag', tag)
        // A process that was started before or after another picture was put there has that one at this address.
        .header('cache-control', query.version === version ? 'public, max-age=31536000, immutable' : 'no-cache')
        .header('content-security-policy', POLICY)
        .header('cross-origin-resource-policy', 'same-origin')
      if (headers['if-none-match'] === tag) return reply.status(304).send()
      return reply.type(type).send(bytes)
    },
  )
}
