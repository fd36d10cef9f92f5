// Saved views and columns of lists, in the engine's own table. Each belongs to one user, and no statement here changes
// another user's.

import {
  type Layout,
  LAYOUTS_MAX,
  type LayoutColumn,
  type ListPlace,
  type View,
  type Views,
  VIEWS_MAX,
} from '@ninefold/core/contract/screens/views.ts'
import type { Executor } from '../driver/database.ts'
import type { Row } from '../driver/rows.ts'

/** A view is shared within one tenant. Empty: the specification has no tenants; null: the user belongs to none. */
export type SharedIn = string | null

/** The user's own views, and those shared in this tenant with one of `roles`, sorted by name in the database. */
export async function viewsOf(
  executor: Executor,
  userId: string,
  roles: readonly string[],
  tenant: SharedIn,
): Promise<Views> {
  const views = await executor.runOwn(
    'views-of',
    `SELECT id, screen, block, name, query, shared_with, opens_first, user_id <> $1 AS is_others FROM ninefold.view
     WHERE user_id = $1 OR (shared_with = ANY ($2::text[]) AND shared_in = $3) ORDER BY lower(name), name, id`,
    [userId, roles, tenant],
  )
  const layouts = await executor.runOwn(
    'layouts-of',
    'SELECT screen, block, columns FROM ninefold.layout WHERE user_id = $1 ORDER BY screen, block',
    [userId],
  )
  return { views: views.map(viewIn), layouts: layouts.map(layoutIn) }
}

export type NotKept = 'taken' | 'too many' | 'not found' | 'no longer among them'

/** Must run in a serializable transaction, so that concurrent calls cannot exceed the maximum. */
export async function keepView(
  transaction: Executor,
  userId: string,
  { screen, block, name, query }: Omit<View, 'id'>,
): Promise<{ readonly id: string } | NotKept> {
  if (await isTaken(transaction, userId, { screen, block }, name, null)) return 'taken'
  const counted = await transaction.runOwn(
    'count-views',
    'SELECT count(*) AS views FROM ninefold.view WHERE user_id = $1',
    [userId],
  )
  if (Number(counted[0]?.['views'] ?? 0) >= VIEWS_MAX) return 'too many'
  const rows = await transaction.runOwn(
    'keep-view',
    'INSERT INTO ninefold.view (user_id, screen, block, name, query) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [userId, screen, block, name, query],
  )
  return { id: String(rows[0]?.['id']) }
}

/** The groups of a person: with these roles, in this tenant. */
export interface Among {
  readonly roles: ReadonlySet<string>
  readonly tenant: SharedIn
}

export interface ChangedView {
  /** Null: unchanged; also for `query`. */
  readonly name: string | null
  readonly query: string | null
  /** Null: not shared; undefined: unchanged. */
  readonly shared: { readonly role: string; readonly tenant: SharedIn } | null | undefined
  /** Null: unchanged. At most one view of a user opens first in each list. */
  readonly opensFirst: boolean | null
}

/** Null: success. A shared view stays unchanged if its owner has lost the role, or left the tenant. */
export async function changeView(
  transaction: Executor,
  userId: string,
  id: string,
  { name, query, shared, opensFirst }: ChangedView,
  { roles, tenant }: Among,
): Promise<NotKept | null> {
  const rows = await transaction.runOwn(
    'view-of',
    'SELECT id, screen, block, name, query, shared_with, shared_in FROM ninefold.view WHERE user_id = $1 AND id = $2',
    [userId, id],
  )
  const [row] = rows
  if (row === undefined) return 'not found'
  const staysShared = shared === undefined && row['shared_with'] !== null
  if (staysShared && !(roles.has(String(row['shared_with'])) && row['shared_in'] === tenant))
    return 'no longer among them'
  if (name !== null && (await isTaken(transaction, userId, viewIn(row), name, id))) return 'taken'
  if (opensFirst === true)
    await transaction.runOwn(
      'open-no-view-first',
      'UPDATE ninefold.view SET opens_first = false WHERE user_id = $1 AND screen = $2 AND block = $3 AND opens_first',
      [userId, row['screen'], row['block']],
    )
  const [role, tenantOfView] =
    shared === undefined ? [row['shared_with'], row['shared_in']] : [shared?.role ?? null, shared?.tenant ?? null]
  await transaction.runOwn(
    'change-view',
    `UPDATE ninefold.view SET name = coalesce($3, name), query = coalesce($4, query), shared_with = $5, shared_in = $6,
       opens_first = coalesce($7, opens_first)
     WHERE user_id = $1 AND id = $2`,
    [userId, id, name, query, role, tenantOfView, opensFirst],
  )
  return null
}

export async function dropView(transaction: Executor, userId: string, id: string): Promise<boolean> {
  const rows = await transaction.runOwn(
    'drop-view',
    'DELETE FROM ninefold.view WHERE user_id = $1 AND id = $2 RETURNING id',
    [userId, id],
  )
  return rows.length > 0
}

/** Without columns, the stated ones of the screen apply. */
export async function keepLayout(
  transaction: Executor,
  userId: string,
  { screen, block }: ListPlace,
  columns: readonly LayoutColumn[],
): Promise<void> {
  if (columns.length === 0) {
    await transaction.runOwn(
      'drop-layout',
      'DELETE FROM ninefold.layout WHERE user_id = $1 AND screen = $2 AND block = $3',
      [userId, screen, block],
    )
    return
  }
  await transaction.runOwn(
    'keep-layout',
    `INSERT INTO ninefold.layout (user_id, screen, block, columns) VALUES ($1, $2, $3, $4::jsonb)
     ON CONFLICT (user_id, screen, block) DO UPDATE SET columns = excluded.columns, set_at = now()`,
    [userId, screen, block, JSON.stringify(columns)],
  )
  await transaction.runOwn(
    'oldest-layouts',
    `DELETE FROM ninefold.layout WHERE user_id = $1 AND (screen, block) IN (
       SELECT screen, block FROM ninefold.layout WHERE user_id = $1 ORDER BY set_at DESC, screen, block OFFSET ${LAYOUTS_MAX})`,
    [userId],
  )
}

async function isTaken(
  executor: Executor,
  userId: string,
  { screen, block }: ListPlace,
  name: string,
  except: string | null,
): Promise<boolean> {
  const rows = await executor.runOwn(
    'view-called',
    `SELECT id FROM ninefold.view
     WHERE user_id = $1 AND screen = $2 AND block = $3 AND name = $4 AND id IS DISTINCT FROM $5::uuid`,
    [userId, screen, block, name, except],
  )
  return rows.length > 0
}

function viewIn(row: Row): View {
  const text = (name: string): string => String(row[name])
  return {
    id: text('id'),
    screen: text('screen'),
    block: Number(row['block']),
    name: text('name'),
    query: text('query'),
    ...(row['shared_with'] === null ? {} : { sharedWith: text('shared_with') }),
    ...(row['opens_first'] === true ? { opensFirst: true as const } : {}),
    ...(row['is_others'] === true ? { isOthers: true as const } : {}),
  }
}

function layoutIn(row: Row): Layout {
  return {
    screen: String(row['screen']),
    block: Number(row['block']),
    columns: row['columns'] as readonly LayoutColumn[],
  }
}
