// A server with the Citus extension → its workers know the roles of the application, or a refusal with the reason. Citus
// repeats grants to roles on every worker, and creates a role there only if a database with Citus has created it.

import { CALLER_ROLE, CALLER_SLOTS } from '@ninefold/core/plan/schema/caller-slots.ts'
import pg, { type PoolClient } from 'pg'

type Connection = Pick<PoolClient, 'query'>

interface Worker {
  readonly nodename: string
  readonly nodeport: number
  readonly success: boolean
  /** Roles that it does not know, with commas between them, or the error. */
  readonly result: string
}

/** A sentence with the reason and the way out. Null: there is no reason, or no Citus. */
export async function unknownToWorkers(client: Connection): Promise<string | null> {
  const { rows } = await client.query<{ hasCitus: boolean; mayAsk: boolean; roles: string[] }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "hasCitus",
      coalesce(has_function_privilege(to_regprocedure('run_command_on_workers(text, boolean)'), 'EXECUTE'), FALSE) AS "mayAsk",
      ARRAY(SELECT rolname::text FROM pg_roles WHERE rolname = ANY ($1) OR rolname = current_user ORDER BY 1) AS roles`,
    [[CALLER_ROLE, ...CALLER_SLOTS]],
  )
  const [found] = rows
  if (found === undefined || !found.hasCitus || !found.mayAsk) return null
  const asked = `SELECT coalesce(string_agg(asked, ', ' ORDER BY asked), '')
    FROM unnest(ARRAY[${found.roles.map((role) => pg.escapeLiteral(role)).join(', ')}]) AS asked
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = asked)`
  const workers = await client.query<Worker>(
    'SELECT nodename, nodeport, success, result FROM run_command_on_workers($1) ORDER BY nodename, nodeport',
    [asked],
  )
  for (const { nodename, nodeport, success, result } of workers.rows) {
    const worker = `The worker ${nodename}:${nodeport} of Citus`
    if (!success)
      return `${worker} cannot be asked for its roles: ${result}. Every worker must be reachable by this user.`
    if (result !== '') return `${worker} does not know ${rolesOf(result)}`
  }
  return null
}

function rolesOf(unknown: string): string {
  const roles = unknown.split(', ')
  const [words, pronoun] = roles.length === 1 ? ['the role', 'it'] : ['the roles', 'them']
  const list = roles.map((role) => pg.escapeLiteral(role)).join(', ')
  return (
    `${words} ${unknown} (42704), because another database of the server has created ${pronoun}. An administrator can say in this database: ` +
    `SELECT run_command_on_workers(format('SET citus.enable_ddl_propagation TO off; CREATE ROLE %I ${RIGHTS}', role)) FROM unnest(ARRAY[${list}]) AS role;`
  )
}

/** As the roles for callers are created on the coordinator. */
const RIGHTS = 'NOLOGIN NOINHERIT'
