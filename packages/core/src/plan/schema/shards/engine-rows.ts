// Each engine table → the rows of it that follow a tenant to another database. Conditions are SQL over the row `t`, over
// the tenant's id as a text in place of TENANT, and over three temporary tables of the source:
// moved_record (entity, record, is_own: whether it belongs to the tenant), moved_user (user_id), moved_file (id).

import type { Model } from '../../../model/model.ts'
import { quotedText } from '../ddl.ts'
import { columnOfTenant } from '../tenant-keys.ts'

const TENANT = '%tenant%'
const TENANT_COLUMN = '%column%'

export interface EngineRows {
  /** Null: no rows follow. */
  readonly copied: string | null
  /** Rows that the source keeps no longer. Null: it keeps all of them. */
  readonly left: string | null
  /** The column of their user. Rows of users who are new in the target replace those that it has. Null: they belong to no single user. */
  readonly userColumn: string | null
  /** The target may have some of the rows already, and keeps its own. */
  readonly mayExist: boolean
  /** Columns with another value in the target: SQL of the value; null: its own default. */
  readonly anew: Readonly<Record<string, string | null>>
}

const STAY: EngineRows = { copied: null, left: null, userColumn: null, mayExist: true, anew: {} }

function moved(condition: string, anew: EngineRows['anew'] = {}): EngineRows {
  return { copied: condition, left: condition, userColumn: null, mayExist: false, anew }
}

function ofUser(userColumn = 'user_id'): EngineRows {
  return { ...STAY, copied: `t.${userColumn} IN (SELECT user_id FROM moved_user)`, userColumn }
}

const IS_TENANTS = `t.tenant = ${TENANT}`
const OF_MOVED = 'EXISTS (SELECT FROM moved_record AS m WHERE m.entity = t.entity AND m.record = t.record)'
const OF_OWN = 'EXISTS (SELECT FROM moved_record AS m WHERE m.is_own AND m.entity = t.entity AND m.record = t.record)'
/** The rows of a deletion contain its record first, with its tenant in a column that has the same name in each table. */
const DELETED_OF_TENANT = (deletion: string): string =>
  `EXISTS (SELECT FROM ninefold.deleted_row AS d WHERE d.deletion = ${deletion} AND d.place = 0 AND d.data ->> ${TENANT_COLUMN} = ${TENANT})`

/** Every engine table: a test compares the names with those of a database. */
export const ENGINE_ROWS: Readonly<Record<string, EngineRows>> = {
  // The database itself, and work in progress of its processes.
  archived: STAY,
  engine: STAY,
  evolution: STAY,
  identity: STAY,
  moved_member: STAY,
  noted_record: STAY,
  open_stream: STAY,
  recurring: STAY,
  replication_mark: STAY,
  served_revision: STAY,
  specification: STAY,
  stream_presence: STAY,
  stream_process: STAY,
  tenant_placement: STAY,
  unvalidated_constraint: STAY,
  // Counts of uses, which begin anew.
  limit_use: STAY,
  quota_turn: STAY,
  rule_turn: STAY,
  sign_in_attempt: STAY,
  // Steps of signing in that end within minutes.
  half_sign_in: STAY,
  passkey_challenge: STAY,
  pending_sign_in: STAY,
  // Messages are sent from where they were written, so that none is sent twice.
  address_language: STAY,
  message: STAY,
  // Records of the tenant.
  // Lines about users, and about records that are gone for good, stay.
  audit: moved(OF_OWN, { number: null }),
  change: moved(OF_OWN, { id: null }),
  clock: moved(
    `EXISTS (SELECT FROM moved_record AS m WHERE m.is_own AND m.entity = split_part(t.machine, '.', 1) AND m.record = t.record_id)`,
  ),
  counter: moved(`starts_with(t.scope, '["' || ${TENANT} || '"')`),
  deletion: moved(DELETED_OF_TENANT('t.id')),
  deleted_row: moved(DELETED_OF_TENANT('t.deletion')),
  following: moved(OF_OWN),
  issued_document: moved(OF_OWN),
  notification: moved(OF_OWN, { number: null }),
  event: moved(OF_OWN, {
    number: null,
    era: '(SELECT event_era FROM ninefold.identity)',
    written_by: 'pg_current_xact_id()',
  }),
  file_use: { ...STAY, copied: OF_MOVED, left: OF_OWN },
  // Housekeeping removes files that nothing uses any more, with their content.
  file: { ...STAY, copied: 't.id IN (SELECT id FROM moved_file)' },
  // A record that was loaded there and deleted does not come back.
  loaded_data: {
    ...STAY,
    copied: 'EXISTS (SELECT FROM moved_record AS m WHERE m.entity = t.entity AND m.record = t.record_id)',
  },
  // Rows of the tenant's users and programs.
  later: moved(IS_TENANTS),
  invitation: moved(IS_TENANTS),
  api_key: moved(IS_TENANTS),
  oauth_grant: moved(IS_TENANTS),
  oauth_app: { ...STAY, copied: `t.id IN (SELECT app FROM ninefold.oauth_grant AS g WHERE g.tenant = ${TENANT})` },
  idempotency_key: {
    ...STAY,
    copied: `t.caller IN (SELECT user_id FROM moved_user) AND right(t.call, length(${TENANT}) + 4) = ' in ' || ${TENANT}`,
  },
  // Services number their events, and no event has a tenant.
  service_event: { ...STAY, copied: 'true' },
  view: {
    copied: `t.user_id IN (SELECT user_id FROM moved_user) AND (t.shared_in IS NULL OR t.shared_in = ${TENANT})`,
    left: `t.shared_in = ${TENANT}`,
    userColumn: 'user_id',
    mayExist: true,
    anew: {},
  },
  agreement: ofUser(),
  known_device: ofUser(),
  layout: ofUser(),
  message_off: ofUser(),
  openid_identity: ofUser(),
  passkey: ofUser(),
  recovery_code: ofUser(),
  second_factor: ofUser(),
  session: ofUser(),
  sign_in_link: ofUser(),
  suspension: ofUser(),
  user_role: ofUser(),
}

/** SQL of the condition for rows that follow the tenant; FALSE: none. */
export function copiedCondition(table: string, model: Model, tenant: string): string {
  return filledIn(ENGINE_ROWS[table]?.copied, model, tenant)
}

/** SQL of the condition for rows that the source keeps no longer; FALSE: it keeps all. */
export function leftCondition(table: string, model: Model, tenant: string): string {
  return filledIn(ENGINE_ROWS[table]?.left, model, tenant)
}

function filledIn(condition: string | null | undefined, { entities: { tenancy } }: Model, tenant: string): string {
  if (condition == null || tenancy === null) return 'FALSE'
  return condition.replaceAll(TENANT_COLUMN, quotedText(columnOfTenant(tenancy))).replaceAll(TENANT, quotedText(tenant))
}
