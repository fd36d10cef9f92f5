// Counts of several lists → one statement. Each is bounded, so that a long list costs no more than a short one.

import type { Viewer } from '../../rights/readable.ts'
import { someSql } from '../sql/merged-list.ts'
import { joinSql, rawSql, sql, type Statement } from '../sql/sql.ts'
import { renderForCaller } from '../sql/statement-scope.ts'
import { type ListPlan, matchingSql } from './lists.ts'

/** One row with the columns `count0`, `count1` …, each at most `max`. */
export function planCounts(
  viewer: Viewer,
  lists: readonly Pick<ListPlan, 'entity' | 'conditions' | 'relation'>[],
  max: number,
): Statement {
  const all = lists.map((list) => matchingSql(viewer, { ...list, order: [] }))
  const counts = all.map((matching, index) => {
    const some = someSql(matching, [], sql` LIMIT ${rawSql(String(max))}`)
    return sql`(SELECT count(*) FROM (${some}) AS matching) AS ${rawSql(`count${index}`)}`
  })
  const isPlannedOnce = all.every((matching) => matching.isPlannedOnce)
  return renderForCaller(viewer, sql`SELECT ${joinSql(counts, ', ')}`, isPlannedOnce)
}
