// The hand-written server as a contender: a database of its own, two people and their sessions.

import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Contender, startServer, stopServer } from './contender.ts'

export async function startHandWritten(adminConnection: string): Promise<Contender> {
  const connectionString = await createDatabase(adminConnection, 'hand_written')
  const pool = new pg.Pool({ connectionString })
  await pool.query(readFileSync(join(import.meta.dirname, 'hand-written-schema.sql'), 'utf8'))
  const people = await pool.query<{ id: string }>(
    `INSERT INTO app_user (name, email)
     VALUES ('Cleo Customer', 'cleo@example.test'), ('Ben Agent', 'ben@example.test') RETURNING id`,
  )
  const [cleo, ben] = people.rows.map((row) => row.id)
  await pool.query(`INSERT INTO user_role VALUES ($1, 'requester'), ($2, 'agent')`, [cleo, ben])
  const team = await pool.query(`INSERT INTO team (name) VALUES ('First line') RETURNING id`)
  await pool.query('INSERT INTO team_member VALUES ($1, $2)', [team.rows[0].id, ben])
  const category = await pool.query(`INSERT INTO category (name, team_id) VALUES ('General', $1) RETURNING id`, [
    team.rows[0].id,
  ])
  const customer = await signIn(pool, cleo)
  const agent = await signIn(pool, ben)
  await pool.end()
  const { address, child } = await startServer([join(import.meta.dirname, 'hand-written-server.ts')], {
    DATABASE_URL: connectionString,
  })
  return {
    name: 'hand-written',
    address,
    processId: child.pid ?? 0,
    customer,
    agent,
    category: category.rows[0].id,
    stop: () => stopServer(child),
  }
}

export async function createDatabase(adminConnection: string, name: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: adminConnection })
  await pool.query(`CREATE DATABASE ${name}`)
  await pool.end()
  // Not URL: a local socket's connection string has no host, which URL refuses.
  return adminConnection.replace(/(\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

async function signIn(pool: pg.Pool, userId: string | undefined): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await pool.query('INSERT INTO session (token_hash, user_id) VALUES ($1, $2)', [hash, userId])
  return `session=${token}`
}
