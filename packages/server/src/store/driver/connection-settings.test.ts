import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'

it('lets no statement of a call be compiled, whatever the database says', async () => {
  await using test = await createTestDatabase()
  await test.pool.query(`ALTER DATABASE ${test.name} SET jit = on`)
  const database = openDatabase({ connectionString: test.connectionString })
  const asked = "SELECT current_setting('jit') AS jit"
  try {
    expect((await database.pool.query(asked)).rows).toEqual([{ jit: 'on' }])
    expect(await database.runOwn('is-read-compiled', asked, [])).toEqual([{ jit: 'off' }])
    const write = database.write((transaction) => transaction.runOwn('is-write-compiled', asked, []))
    expect(await write).toEqual([{ jit: 'off' }])
  } finally {
    await database.close()
  }
})

it('finds transactions that wait for each other long before PostgreSQL would, where the role may say so', async () => {
  await using test = await createTestDatabase()
  const database = openDatabase({ connectionString: test.connectionString })
  try {
    const asked = "SELECT current_setting('deadlock_timeout') AS found"
    const write = database.write((transaction) => transaction.runOwn('is-found-soon', asked, []))
    expect(await write).toEqual([{ found: '50ms' }])
  } finally {
    await database.close()
  }
})
