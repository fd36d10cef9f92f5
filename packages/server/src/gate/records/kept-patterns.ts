// Patterns of a record's texts, for every writer: a caller's inputs were checked before, values from steps and
// transitions were not.

import { ownValue } from '@ninefold/core/model/find.ts'
import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { inputRefusal, Refusal } from '../context/refusal.ts'

/** Unchanged texts are not checked, even if the pattern is newer. */
export function refuseBrokenPatterns(entity: Entity, old: RecordValue | null, record: RecordValue): void {
  const broken = entity.fields.filter(({ name, pattern }) => {
    const text = ownValue(record.fields, name)
    if (pattern === null || typeof text !== 'string' || text === ownValue(old?.fields ?? {}, name)) return false
    return !followsPattern(pattern, text)
  })
  if (broken.length > 0) throw new Refusal(broken.map(({ name }) => inputRefusal('pattern', name)))
}
