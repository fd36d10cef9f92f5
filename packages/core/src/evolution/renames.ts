// What a text says of former names → names that are others now. A former name counts only as long as something has it:
// a version later the same words say nothing, and may stay or go.

import type { Model } from '../model/model.ts'
import { callName, entityName, fieldName, roleName, wordName } from './names.ts'

export function statedRenames(model: Model, known: ReadonlySet<string>): Map<string, string> {
  const renamed = new Map<string, string>()
  const say = (from: string, to: string): void => {
    if (from !== to && known.has(from) && !known.has(to)) renamed.set(from, to)
  }
  for (const { method, path, was } of model.calls.calls)
    if (was !== null) say(callName({ method, path: was }), callName({ method, path }))
  for (const { name, was } of model.roles.roles) if (was !== null) say(roleName(was), roleName(name))
  const { entities, changes } = model.entities
  const rows = changes.flatMap((version) => version.changes)
  const formerEntity = (name: string): string => {
    const was = entities.find((entity) => entity.name === name)?.was ?? null
    const row = rows.find((each) => each.entity === name && each.field === null && each.was.kind === 'known')
    const stated = was ?? (row?.was.kind === 'known' ? row.was.name : null)
    return stated !== null && known.has(entityName(stated)) && !known.has(entityName(name)) ? stated : name
  }
  for (const { name, fields } of entities) {
    const former = formerEntity(name)
    say(entityName(former), entityName(name))
    for (const field of fields) {
      const row = rows.find(
        (each) => each.entity === name && each.field === field.name && each.word === null && each.existing === null,
      )
      const stated = field.was ?? (row?.was.kind === 'known' ? row.was.name : null)
      const was = stated === null ? field.name : (stated.split('.').at(-1) ?? stated)
      const is = known.has(fieldName(former, was)) ? was : field.name
      if (!known.has(fieldName(former, field.name)) || is === field.name)
        say(fieldName(former, is), fieldName(name, field.name))
      for (const each of rows) {
        if (each.entity !== name || each.field !== field.name || each.word === null) continue
        if (each.was.kind !== 'known' || each.was.name === null) continue
        say(wordName(former, is, wordIn(each.was.name)), wordName(name, field.name, each.word))
      }
    }
  }
  return renamed
}

/** `Ticket.status resolved` and `resolved` are the same word. */
export function wordIn(written: string): string {
  const found = /^[A-Za-z]\w*\.[A-Za-z]\w* (?<word>.+)$/.exec(written)
  return found?.groups?.['word'] ?? written
}

/** Everything below a name that is another now is called otherwise as well. */
export function withParts(renamed: ReadonlyMap<string, string>, known: Iterable<string>): Map<string, string> {
  const all = new Map(renamed)
  for (const name of known) {
    if (all.has(name)) continue
    const next = followed(name, all)
    if (next !== name) all.set(name, next)
  }
  return all
}

function followed(name: string, renamed: ReadonlyMap<string, string>): string {
  const [, kind, entity = '', rest = ''] = /^(field|word) (\w+)\.(.+)$/.exec(name) ?? []
  if (kind === undefined) return name
  const own = kind === 'word' ? /^(\w+) (.+)$/.exec(rest) : null
  const field = own?.[1] ?? rest
  const place = renamed.get(fieldName(entity, field))?.slice('field '.length)
  const nowEntity = renamed.get(entityName(entity))?.slice('entity '.length) ?? entity
  const base = place ?? `${nowEntity}.${field}`
  return own === null ? `${kind} ${base}` : `${kind} ${base} ${own[2] ?? ''}`
}
