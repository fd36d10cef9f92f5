// The User-Agent header and the client's address → a description of a session's place that its user recognises.

import bowser from 'bowser'
import type { Model } from '@ninefold/core/model/model.ts'
import type { FastifyRequest } from 'fastify'
import { modelFor } from '../../gate/context/localized-application.ts'
import type { SessionPlace } from '../../store/tables/users/sessions.ts'

/** No browser sends a longer text. */
const SAID_MAX = 500
const NAME_MAX = 40

export function placeOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>, model: Model): SessionPlace {
  const language = languageOf(model, headers['accept-language'])
  const said = (headers['user-agent'] ?? '').slice(0, SAID_MAX)
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (said.trim() === '') return { browser: null, system: null, address, language }
  const { browser, os } = bowser.parse(said)
  return { browser: named(browser.name) ?? program(said), system: named(os.name), address, language }
}

function languageOf(model: Model, accepted: string | undefined): string | null {
  // `*` expresses no preference.
  if (accepted === undefined || accepted.trim() === '*' || model.limits.translations.length === 0) return null
  return modelFor(model, accepted).limits.language
}

/** Other programs put their name in front: `curl/8.1`. */
function program(said: string): string | null {
  return /^[A-Za-z][\w .-]{0,39}(?=\/|$)/.exec(said)?.[0] ?? null
}

/** The text is shown to people, so only a plausible name is kept. */
function named(name: string | undefined): string | null {
  return name !== undefined && name.length <= NAME_MAX && /^[\w .+-]+$/.test(name) ? name : null
}
