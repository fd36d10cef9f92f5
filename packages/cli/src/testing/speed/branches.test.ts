// Products of a category and of all categories below it: PostgreSQL finds the few categories first, and then their
// products by the index of the reference. It reads no other product.

import { readFileSync } from 'node:fs'
import { runApplication } from '@ninefold/server/testing/running-application.ts'
import { expect, it } from 'vitest'
import { AskedOfDatabase } from './asked-of-database.ts'
import { touchedBy } from './touched.ts'

const ROWS = 100_000
/** A tree of 1,111 categories: each of the first 111 has ten below it. The last product of each category has its number. */
const FILL = `
  INSERT INTO category (slug, created_at) SELECT 'c' || i, now() FROM generate_series(0, 1110) AS i;
  UPDATE category AS lower SET parent_id = upper.id FROM category AS upper
    WHERE lower.slug <> 'c0' AND upper.slug = 'c' || ((substr(lower.slug, 2)::int - 1) / 10);
  INSERT INTO product (name, category_id, created_at)
    SELECT 'p' || lpad(i::text, 6, '0'), categories.ids[1 + i % 1111], now()
    FROM generate_series(1, ${ROWS}) AS i, (SELECT array_agg(id ORDER BY substr(slug, 2)::int) AS ids FROM category) AS categories`
/** The 990 products, each a second time for the answer, and the categories. */
const ROWS_READ = 2_200

it('finds the records below first, and then what refers to them', async () => {
  const asked = new AskedOfDatabase()
  const text = readFileSync(new URL('branches.md', import.meta.url), 'utf8')
  await using application = await runApplication(text, { double: asked.double })
  const { pool } = application.database
  await pool.query(FILL)
  await pool.query('VACUUM ANALYZE')
  const touched = async (path: string) => {
    await application.guest.get(path)
    asked.taken()
    const { status, body } = await application.guest.get(path)
    expect(status, JSON.stringify(body)).toBe(200)
    const statement = asked.taken().find((each) => each.text.includes('RECURSIVE'))
    if (statement === undefined) throw new Error(`${path} asked for no branch.`)
    return { names: body.names as string[], ...(await touchedBy(pool, statement)) }
  }
  for (const address of ['products', 'shelves']) {
    // c11 has c111 to c120 below it.
    const branch = await touched(`/api/${address}/c11`)
    expect(branch.names.length).toBe(11 * 90)
    expect(branch.names[0]).toBe('p000011')
    expect(branch.rows, branch.plan).toBeLessThan(ROWS_READ)
    expect(branch.plan).not.toContain('Seq Scan on product')
  }
})
