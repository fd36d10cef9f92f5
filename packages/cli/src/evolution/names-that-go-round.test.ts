// Names and relations that are swapped, with records in between; and the archive of values that no longer fit.

import { restoreArchived } from '@ninefold/server/store/migrate/archive.ts'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { expect, it } from 'vitest'
import { begun, rows, ticket, told } from '../testing/evolution/versioned-database.ts'
import { bring, type Version } from '../testing/evolution/versions.ts'

it("lets fields and words take each other's names once, with what is kept of them, and again when it is said again", async () => {
  const first: Version = {
    entities: [
      {
        name: 'Ticket',
        labels: ['- **History:** every change'],
        fields: ['a | text up to 9 | | |', 'b | text up to 5 | | |', 'size | choice: low, high | | |'],
      },
    ],
  }
  await using database = await begun(
    first,
    `INSERT INTO ticket (a, b, size, created_at, updated_at) VALUES ('one', 'two', 'low', now(), now())`,
    `UPDATE ticket SET a = 'uno'`,
    `UPDATE ticket SET b = 'dos'`,
  )
  const round: Version = {
    entities: [
      {
        name: 'Ticket',
        labels: ['- **History:** every change'],
        fields: ['a | text up to 5 | was b | |', 'b | text up to 9 | was a | |', 'size | choice: low, high | | |'],
      },
    ],
    changes: ['Ticket.size low | Ticket.size high | |', 'Ticket.size high | Ticket.size low | |'],
  }
  const there = (): Promise<unknown[]> => rows(database, 'SELECT a, b, size FROM ticket')
  const history = (): Promise<unknown[]> => rows(database, 'SELECT field, after FROM ninefold.change ORDER BY id')
  expect(told(await bring(database.connectionString, round))).toEqual([])
  expect(await there()).toEqual([['dos', 'uno', 'high']])
  expect(await history()).toEqual([
    ['b', 'uno'],
    ['a', 'dos'],
  ])
  // The same words in a later version have no further effect.
  await bring(database.connectionString, {
    ...round,
    entities: [...round.entities, { name: 'Other', fields: ['x | text | | |'] }],
  })
  expect(await there()).toEqual([['dos', 'uno', 'high']])
  const plain = ['a | text up to 5 | | |', 'b | text up to 9 | | |', 'size | choice: low, high | | |']
  await bring(
    database.connectionString,
    { entities: round.entities.map((each) => ({ ...each, fields: plain })) },
    { consent: true },
  )
  await bring(database.connectionString, round)
  expect(await there()).toEqual([['uno', 'dos', 'low']])
})

it('asks before a relation leads elsewhere, and makes a list of what held one', async () => {
  const relation = (type: string): Version => ({
    entities: [
      { name: 'Ticket', fields: [`who | ${type} | | |`] },
      { name: 'Person', fields: ['name | text | | |'] },
      { name: 'Team', fields: ['name | text | | |'] },
    ],
  })
  await using database = await begun(
    relation('Person'),
    `INSERT INTO person (name, created_at, updated_at) VALUES ('Ada', now(), now())`,
    'INSERT INTO ticket (who_id, created_at, updated_at) SELECT id, now(), now() FROM person',
  )
  expect(told(await bring(database.connectionString, relation('Team')))).toEqual([
    'The values of Ticket.who are removed, because it points to Team now. (1)',
  ])
  expect(told(await bring(database.connectionString, relation('list of Person')))).toEqual([])
  expect(await rows(database, 'SELECT name FROM ticket_who JOIN person ON person.id = person_id')).toEqual(['Ada'])
})

it('says why what is in the archive does not fit any more', async () => {
  const [before, without, tight] = [
    'phone | text up to 20 | | |',
    'note | yes/no | | |',
    'phone | text up to 3 | | |',
  ].map((field): Version => ({ entities: [ticket(field)] }))
  await using database = await begun(
    before as Version,
    `INSERT INTO ticket (phone, created_at, updated_at) VALUES ('12345', now(), now())`,
  )
  await bring(database.connectionString, without as Version, { consent: true })
  await bring(database.connectionString, tight as Version)
  await expect(restoreArchived(database.pool, 'Ticket.phone')).rejects.toThrow(
    "Ticket.phone can't be brought back: it does not fit the rules that there are by now.",
  )
})
