// Keys created on the engine, by their names in requests.

import type { Pool } from 'pg'
import type { Json } from '../json.ts'
import type { MadeUpRequest } from '../made-up-requests.ts'

/** Has the form of a key, but is not valid. */
const NO_KEY = `nf_${'A'.repeat(43)}`
const NO_ID = '00000000-0000-4000-8000-000000000000'

/**
 * The token of an app is a key too, so a key created by a user stands in for it: the consent page is not part of the
 * meaning test.
 */
export function isOfApp(name: string): boolean {
  return name.startsWith('app')
}

const GIVEN_TO_APP = `
  WITH app AS (INSERT INTO ninefold.oauth_app (name, redirect_addresses) VALUES ('made up', '{}') RETURNING id),
  given AS (
    INSERT INTO ninefold.oauth_grant (app, user_id, roles, only_reads, expires_at, code_hash, code_challenge, redirect_address, refresh_salt)
    SELECT app.id, user_id, roles, only_reads, expires_at, token_hash, '', '', '' FROM app, ninefold.api_key WHERE api_key.id = $1::uuid
    RETURNING id
  )
  UPDATE ninefold.api_key SET oauth_grant = given.id FROM given WHERE api_key.id = $1::uuid`

export class EngineKeys {
  private readonly pool: Pool
  private readonly made = new Map<string, { readonly id: string; readonly key: string }>()

  async take({ key: name }: MadeUpRequest, body: Json): Promise<void> {
    const { id, key } = (body ?? {}) as { readonly id?: string; readonly key?: string }
    if (id === undefined || key === undefined) return
    this.made.set(name, { id, key })
    if (isOfApp(name)) await this.pool.query(GIVEN_TO_APP, [id])
  }

  constructor(pool: Pool) {
    this.pool = pool
  }

  idOf(name: string): string {
    return this.made.get(name)?.id ?? NO_ID
  }

  headersOf({ withKey }: MadeUpRequest): Record<string, string> {
    if (withKey === undefined) return {}
    return { authorization: `Bearer ${this.made.get(withKey)?.key ?? NO_KEY}` }
  }
}
