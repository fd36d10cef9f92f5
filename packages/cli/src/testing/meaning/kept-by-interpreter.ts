// The reference interpreter's store → the same lines as `kept-by-engine.ts` makes of a database.

import { isReference, type Datum, type Store } from '@ninefold/core/meaning/store.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { comparedValue, isCompared, linesOf } from './kept-by-engine.ts'
import type { Json } from './json.ts'

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
  const messages = store.messages.map(({ name, way, to, subject, body }) => ({
    message: name,
    way,
    to: named(to),
    subject,
    body,
  }))
  return linesOf([...records, ...roles, ...messages, ...store.putOff.map(() => ({ isPutOff: true })), ...pairs])
}
