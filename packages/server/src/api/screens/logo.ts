// A logo file → what is served: the bytes under their detected type, with headers under which a browser runs and fetches nothing.

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

/** An SVG in a picture element runs no scripts; this policy prevents scripts when it is opened directly as well. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

/** Null: not a picture format that all browsers show, whatever the file's name. */
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

/** Public, because the sign-in page shows it. */
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
        // A process with another logo version serves its own one at this address, so only the matching version is
        // immutable.
        .header('cache-control', query.version === version ? 'public, max-age=31536000, immutable' : 'no-cache')
        .header('content-security-policy', POLICY)
        .header('cross-origin-resource-policy', 'same-origin')
      if (headers['if-none-match'] === tag) return reply.status(304).send()
      return reply.type(type).send(bytes)
    },
  )
}
