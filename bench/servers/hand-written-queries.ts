// The statements of the hand-written server. Rights are part of each statement, once, and no caller's text becomes part
// of it. Every write is one statement, so that a race has one winner.

/** The caller and their rights. $1: hash of the token. Sessions end 30 days after their last use. */
export const SESSION = {
  name: 'session',
  text: `
    SELECT session.user_id AS id,
      ARRAY(SELECT role FROM user_role WHERE user_role.user_id = session.user_id) AS roles,
      session.last_used_at < now() - interval '1 minute' AS "isStale"
    FROM session
    WHERE session.token_hash = $1 AND session.last_used_at > now() - interval '30 days'`,
}

export const TOUCH_SESSION = {
  name: 'touch-session',
  text: 'UPDATE session SET last_used_at = now() WHERE token_hash = $1',
}

/** $1: the requester, $2: requests an hour. Commits asynchronously, because a count lost in a crash does no harm. */
export const USE = {
  name: 'use',
  text: `
    INSERT INTO ticket_use AS kept (user_id, ends_at, used) VALUES ($1, now() + interval '1 hour', 1)
    ON CONFLICT (user_id) DO UPDATE SET
      used = CASE WHEN kept.ends_at <= now() THEN 1 ELSE kept.used + 1 END,
      ends_at = CASE WHEN kept.ends_at <= now() THEN excluded.ends_at ELSE kept.ends_at END
    RETURNING used <= $2 AS "isAllowed", set_config('synchronous_commit', 'off', true)`,
}

export const PAGE_SIZE = 20

/** The caller's roles decide the conditions of a statement, so most kinds of callers have a single condition. */
export type CallerKind = 'customer' | 'agent' | 'admin'

/** In every statement below $1 is the caller. */
const IS_OF_TEAM = `ticket.team_id = ANY (ARRAY(SELECT team_id FROM team_member WHERE user_id = $1))`

const MAY_SEE: Readonly<Record<CallerKind, string>> = {
  customer: 'ticket.requester_id = $1',
  agent: `(ticket.requester_id = $1 OR ${IS_OF_TEAM})`,
  admin: '$1::uuid IS NOT NULL',
}

/** Only the team sees due dates. */
const SEES_DUE_DATES: Readonly<Record<CallerKind, string>> = { customer: 'false', agent: IS_OF_TEAM, admin: 'true' }

function ticketSeenBy(kind: CallerKind): string {
  return `
    ticket.number, ticket.subject, ticket.body, ticket.status, ticket.priority,
    category.name AS category, team.name AS team, requester.name AS requester, assignee.name AS assignee,
    CASE WHEN ${SEES_DUE_DATES[kind]} THEN ticket.due_at END AS "dueAt",
    CASE WHEN ${SEES_DUE_DATES[kind]} THEN ticket.first_replied_at IS NULL AND ticket.due_at < now() END AS late,
    ticket.rating, ticket.updated_at AS "updatedAt", ticket.version`
}

const WITH_NAMES = `
  JOIN category ON category.id = ticket.category_id
  JOIN team ON team.id = ticket.team_id
  JOIN app_user requester ON requester.id = ticket.requester_id
  LEFT JOIN app_user assignee ON assignee.id = ticket.assignee_id`

interface Statement {
  readonly name: string
  readonly text: string
}

export interface Statements {
  /**
   * $2: last number of the previous page. One extra ticket tells whether there is a next page. `total` counts up to
   * 1,000, as Ninefold does. Without a ticket, `number` is null.
   */
  readonly list: Statement
  /** $2: the number. */
  readonly read: Statement
  /** $2: subject, $3: body, $4: category, $5: priority. No row: the category cannot be chosen. */
  readonly create: Statement
  /** $2: the number. The whole condition stands in the UPDATE, so that only one of two agents gets a ticket. */
  readonly take: Statement
}

export const STATEMENTS: Readonly<Record<CallerKind, Statements>> = {
  customer: statementsOf('customer'),
  agent: statementsOf('agent'),
  admin: statementsOf('admin'),
}

function statementsOf(kind: CallerKind): Statements {
  const ticket = ticketSeenBy(kind)
  return {
    list: {
      name: `list-${kind}`,
      text: `
        SELECT counted.total, page.*
        FROM (SELECT count(*)::int AS total FROM (SELECT FROM ticket WHERE ${MAY_SEE[kind]} LIMIT 1000) seen) counted
        LEFT JOIN LATERAL (
          SELECT ${ticket} FROM ticket ${WITH_NAMES}
          WHERE ${MAY_SEE[kind]} AND ticket.number > $2 ORDER BY ticket.number LIMIT ${PAGE_SIZE + 1}
        ) page ON true`,
    },
    read: {
      name: `read-${kind}`,
      text: `SELECT ${ticket} FROM ticket ${WITH_NAMES} WHERE ${MAY_SEE[kind]} AND ticket.number = $2`,
    },
    create: {
      name: `create-${kind}`,
      text: `
        WITH ticket AS (
          INSERT INTO ticket (subject, body, requester_id, category_id, team_id, priority, due_at)
          SELECT $2, $3, $1, category.id, category.team_id, $5,
            now() + CASE $5 WHEN 'low' THEN interval '48 hours' WHEN 'normal' THEN interval '24 hours'
              WHEN 'high' THEN interval '8 hours' ELSE interval '1 hour' END
          FROM category
          WHERE category.id = $4 AND category.active
          RETURNING *
        )
        SELECT ${ticket} FROM ticket ${WITH_NAMES}`,
    },
    take: {
      name: `take-${kind}`,
      text: `
        WITH ticket AS (
          UPDATE ticket
          SET status = 'open', assignee_id = $1, updated_at = now(), version = version + 1
          WHERE ticket.number = $2 AND ticket.status IN ('new', 'open') AND ticket.assignee_id IS NULL AND ${IS_OF_TEAM}
          RETURNING ticket.*, old.status AS old_status, old.assignee_id AS old_assignee_id
        ), history AS (
          INSERT INTO ticket_change (ticket_id, field, before, after, changed_by)
          SELECT ticket.id, change.field, change.before, change.after, $1
          FROM ticket, LATERAL (VALUES ('status', old_status, status),
            ('assignee', old_assignee_id::text, assignee_id::text)) AS change (field, before, after)
          WHERE change.before IS DISTINCT FROM change.after
        )
        SELECT ${ticket} FROM ticket ${WITH_NAMES}`,
    },
  }
}
