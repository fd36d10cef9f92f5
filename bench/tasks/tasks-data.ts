// A number of rows → the same tasks for the lean server and for Ninefold. One person owns a twentieth of them and is
// assigned to a hundredth. Few are open and most are done, and no list's order matches the order of storage.

import { createHmac } from 'node:crypto'
import { hashOfToken, ID, usersOf } from '../data.ts'

export const TOKEN_KEY = 'a key for the tokens of the bench'

/** The first two people. */
const NUMBERS = { member: '0', clerk: '1' } as const
const PERSON = (number: string): string => ID('8000', number)
const OWNED = 20

/** A token that names the caller, in the lean server's format. */
export function signedToken(person: keyof typeof NUMBERS): string {
  const claims = `00000000-0000-4000-8000-00000000000${NUMBERS[person]}.${person}`
  return `${claims}.${createHmac('sha256', TOKEN_KEY).update(claims).digest('base64url')}`
}

/** An open task of the member. */
export function codeOfOwn(index: number, rows: number): string {
  return `T${OWNED * (1 + ((index * 7919) % (rows / OWNED)))}`
}

export function tasksOfNinefold(rows: number): string[] {
  return [
    `INSERT INTO person (id, name, email, password, created_at) SELECT ${PERSON('i')}, 'Person ' || i, 'person' || i || '@example.test', 'none', now() FROM generate_series(0, ${usersOf(rows)}) i`,
    `INSERT INTO ninefold.user_role VALUES (${PERSON(NUMBERS.member)}, 'Member'), (${PERSON(NUMBERS.clerk)}, 'Clerk')`,
    `INSERT INTO ninefold.session (token_hash, user_id) VALUES (${hashOfToken('member')}, ${PERSON(NUMBERS.member)}), (${hashOfToken('clerk')}, ${PERSON(NUMBERS.clerk)})`,
    tasks(rows),
  ]
}

export function tasksByHand(rows: number): string[] {
  return [
    `INSERT INTO person SELECT ${PERSON('i')}, 'Person ' || i, 'person' || i || '@example.test' FROM generate_series(0, ${usersOf(rows)}) i`,
    tasks(rows),
  ]
}

/** Sessions and roles of the lean server, where it has them. */
export function sessionsByHand(): string[] {
  return [
    `INSERT INTO session (token_hash, person_id) VALUES (${hashOfToken('member')}, ${PERSON(NUMBERS.member)}), (${hashOfToken('clerk')}, ${PERSON(NUMBERS.clerk)})`,
    `INSERT INTO person_role VALUES (${PERSON(NUMBERS.member)}, 'member'), (${PERSON(NUMBERS.clerk)}, 'clerk')`,
  ]
}

function tasks(rows: number): string {
  const others = usersOf(rows) - 1
  return `
    INSERT INTO task (code, title, owner_id, assignee_id, weight, priority, status, created_at)
    SELECT 'T' || i, 'Task ' || i,
      CASE WHEN i % ${OWNED} = 0 THEN ${PERSON(NUMBERS.member)} ELSE ${PERSON(`2 + i * 31 % ${others}`)} END,
      CASE WHEN i % 100 = 3 THEN ${PERSON(NUMBERS.member)} WHEN i % 3 = 0 THEN ${PERSON(`2 + i * 17 % ${others}`)} END,
      1 + i % 100, (ARRAY['low', 'normal', 'high'])[1 + i % 3],
      CASE WHEN i / ${OWNED} * 13 % 100 < 6 THEN 'open' WHEN i % ${OWNED} = 0 THEN 'taken' ELSE 'done' END,
      timestamptz '2026-01-01' + (i::bigint * 7919 % ${rows}) * interval '1 minute'
    FROM generate_series(1, ${rows}) AS i`
}
