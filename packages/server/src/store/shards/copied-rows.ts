// Rows of one database → the same rows in another one, by COPY. Ids of shared records that the target has under other ids
// are replaced on the way, wherever they stand: in references, in JSON and in texts.

import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { quoted } from '@ninefold/core/plan/schema/ddl.ts'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** Ids of the source → ids of the target. */
export type IdMap = ReadonlyMap<string, string>

export interface CopiedRows {
  /** A `SELECT` of these columns in the source. */
  readonly rows: string
  /** The qualified table of the target. */
  readonly into: string
  readonly columns: readonly string[]
}

/** Returns the number of rows. Both transactions stay open. */
export async function copyRows(
  source: pg.Client,
  target: pg.Client,
  { rows, into, columns }: CopiedRows,
  ids: IdMap,
): Promise<number> {
  const reading = source.query(copyTo(`COPY (${rows}) TO STDOUT`))
  const writing = target.query(copyFrom(`COPY ${into} (${columns.map(quoted).join(', ')}) FROM STDIN`))
  if (ids.size === 0) await pipeline(reading, writing)
  else await pipeline(reading, replacingIds(ids), writing)
  if (reading.rowCount !== writing.rowCount)
    throw new Error(`${reading.rowCount} rows were read for ${into}, and ${writing.rowCount} were written.`)
  return writing.rowCount
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const ID_LENGTH = 36

/** An id may begin in one chunk and end in the next. */
function replacingIds(ids: IdMap): Transform {
  let rest = ''
  const replaced = (text: string): string => text.replaceAll(ID, (id) => ids.get(id) ?? id)
  // Ids are ASCII: latin1 keeps the bytes of every other letter as they are.
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = replaced(rest + chunk.toString('latin1'))
      const end = Math.max(0, text.length - ID_LENGTH)
      rest = text.slice(end)
      done(null, Buffer.from(text.slice(0, end), 'latin1'))
    },
    flush(done) {
      done(null, Buffer.from(replaced(rest), 'latin1'))
    },
  })
}
