// The page of one record → the words of point 8 for a missing record: those of calls that find it by the same field.

import type { Call } from '../../model/calls.ts'
import type { Model } from '../../model/model.ts'
import type { RecordBlock } from '../../model/screens.ts'
import type { AppRecord } from '../wire/app.ts'

/** Undefined if calls use different words, or if the words need more than the address contains. */
export function whenMissing(
  { calls, errors }: Model,
  { entity, field, parameter: path }: Pick<RecordBlock, 'entity' | 'field' | 'parameter'>,
): Pick<AppRecord, 'whenMissing'> {
  const failing = calls.calls.flatMap((call) => failuresOf(call, entity, field))
  const [first] = failing
  const entry = errors.catalogue.find(({ code }) => code === first?.code)
  if (first === undefined || entry?.status !== 404 || failing.some(({ code }) => code !== first.code)) return {}
  const parts = entry.message.parts.map((part) => {
    if (part.kind !== 'path') return part.text
    return part.path.join('.') === `path.${first.parameter}` ? { path } : undefined
  })
  const words = parts.filter((part) => part !== undefined)
  return words.length < parts.length ? {} : { whenMissing: words }
}

interface Failure {
  readonly code: string
  /** Its path contains the value that identifies the record. */
  readonly parameter: string
}

function failuresOf({ pathParameters, steps }: Call, entity: string, field: string): Failure[] {
  const parameter = pathParameters.find(({ finds }) => finds?.entity === entity && finds.field === field)
  const finding = steps.filter(({ action }) => action.kind === 'find' && action.source.entity === entity)
  if (parameter === undefined || finding.length !== 1) return []
  return finding.flatMap(({ orFail: code }) => (code === null ? [] : [{ code, parameter: parameter.name }]))
}
