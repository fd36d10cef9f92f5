// A statement for a caller runs behind the wall: the database is told who asks and takes the role of callers just before,
// and nothing comes between. Without a transaction around them, what was said of the caller is gone when the statement
// ends, whatever becomes of it; in one, it is taken back.

import type { OwnStatement } from './surrounded-query.ts'

const ASK_AS = {
  name: 'ask-as',
  text: `SELECT set_config('ninefold.me', $1, true), set_config('ninefold.roles', $2, true), set_config('ninefold.now', $3, true),
    set_config('ninefold.today', $4, true), set_config('role', CASE WHEN $5::boolean THEN ninefold.caller_role() ELSE 'none' END, true)`,
}

/** `caller`: who asks, with which roles, when and on which day. */
export function askAs(caller: readonly string[]): OwnStatement {
  return { ...ASK_AS, values: [...caller, 'true'] }
}

export const ASK_AS_OWNER: OwnStatement = { ...ASK_AS, values: ['', '', '', '', 'false'] }
