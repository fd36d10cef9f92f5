// A conditional request (RFC 9110, section 13): what its sender expects of the record that the call finds.

import type { Entity } from '@ninefold/core/model/entities.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { refused } from '../context/refusal.ts'
import { refuseStale } from '../records/locked-record.ts'
import type { Work } from '../context/work.ts'

export interface Precondition {
  /** `If-Match` was sent: a record is there. */
  readonly isThere: boolean
  /** Its version; null: any. */
  readonly version: number | null
  /** `If-None-Match`: no record is there (`*`), or none of these versions; null: it was not sent. */
  readonly unlike: '*' | readonly number[] | null
}

export const NO_PRECONDITION: Precondition = { isThere: false, version: null, unlike: null }

/** For the first record that a call finds. */
export async function refuseUnexpected(
  work: Work,
  { version, unlike }: Precondition,
  entity: Entity,
  record: RecordValue,
): Promise<void> {
  if (unlike === '*' || unlike?.includes(Number(record.fields['version'])) === true) throw refused('stale')
  await refuseStale(work, entity, record, version)
}

/** For a call that ends without having found a record: it has made one where the sender expected another. */
export function refuseMissing({ isThere }: Precondition, found: object | null, status: number): void {
  if (isThere && found === null && status < 400) throw refused('stale')
}
