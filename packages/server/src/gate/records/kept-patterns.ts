// Patterns of a record's texts, whoever wrote them: a caller's inputs were looked at before, what steps and
// transitions set was not.

import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { inputRefusal, Refusal } from '../context/refusal.ts'

/** A text that is as it was is left alone, also when the pattern is newer than the text. */
export function refuseBrokenPatterns(entity: Entity, old: RecordValue | null, record: RecordValue): void {
  const broken = entity.fields.filter(({ name, pattern }) => {
    const text = record.fields[name]
    if (pattern === null || typeof text !== 'string' || text === old?.fields[name]) return false
    return !followsPattern(pattern, text)
  })
  if (broken.length > 0) throw new Refusal(broken.map(({ name }) => inputRefusal('pattern', name)))
}
