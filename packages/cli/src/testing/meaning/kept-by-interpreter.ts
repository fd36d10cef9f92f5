// The reference interpreter's store → lines in the same form as those of `kept-by-engine.ts`.

import { isReference, type Datum, type Store } from '@ninefold/core/meaning/store.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { isCompared, linesOf, ordered } from './kept-by-engine.ts'
import type { Json } from './json.ts'
import { comparedChange, comparedValue } from './kept-history.ts'

export function keptIn(model: Model, store: Store): string[] {
  const named = (value: Datum): Datum =>
    isReference(value) ? (store.records.get(value.id)?.values['code'] ?? 'gone') : value
  const records = [...store.records.values()].map(({ entity, values }) => ({
    entity,
    ...Object.fromEntries(
      entityNamed(model, entity)
        .fields.filter(({ name, type }) => name in values && type.kind !== 'collection' && isCompared(name, type))
        .map(({ name, type }): [string, Datum] => [
          name,
          comparedValue(type, named(values[name] ?? null) as Json) as Datum,
        ]),
    ),
  }))
  const pairs = [...store.records.values()].flatMap(({ entity, values }) =>
    entityNamed(model, entity)
      .fields.filter(({ type }) => type.kind === 'collection')
      .flatMap(({ name }) =>
        ((values[name] ?? []) as readonly Datum[]).map((item) => ({
          list: name,
          of: values['code'] ?? null,
          item: named(item),
        })),
      ),
  )
  const roles = [...store.roles].flatMap(([id, held]) =>
    [...held].map((role) => ({ user: store.records.get(id)?.values['code'] ?? 'gone', role })),
  )
  const messages = store.messages.map(({ name, way, to, subject, body, values, atMs }) => ({
    message: name,
    way,
    to: named(to),
    subject,
    body,
    ...(values === undefined
      ? {}
      : { values: ordered(values as Record<string, Json>), type: name, timestamp: new Date(atMs).toISOString() }),
  }))
  const changes = store.changes.map(({ record, field, atMs, by, before, after }) => {
    const { type } = fieldNamed(entityNamed(model, record.entity), field)
    const value = (of: Datum): Json => comparedChange(type, named(of) as Json, (code) => code)
    return {
      changed: field,
      of: named(record),
      at: atMs,
      by: by === 'the product' ? by : named(by),
      before: value(before),
      after: value(after),
    }
  })
  const putOff = store.putOff.map(() => ({ isPutOff: true }))
  const issued = [...store.issued.values()].map(({ document, record }) => ({ issued: document, of: named(record) }))
  return linesOf([...issued, ...records, ...roles, ...messages, ...putOff, ...changes, ...pairs])
}
