// Former names in a text → renames. A former name counts only while something has it: a version later the statement has
// no effect, and may stay or go. Things may swap names within one version.

import type { Model } from '../model/model.ts'
import type { Identities } from './identities.ts'
import { callName, entityName, fieldName, roleName, wordName } from './names.ts'

/** A stated rename, and the present owner of the new name. */
interface Candidate {
  readonly from: string
  readonly to: string
  readonly occupant: string
}

/** Tells whether this rename has already been done. */
export type IsDone = (candidate: Candidate) => boolean

/** If the previous text is known, it contains the statement; otherwise the history shows the former name. */
export function alreadySaid(before: Model | null, known: ReadonlySet<string>, history: Identities | null): IsDone {
  if (before === null) return ({ from, occupant }) => history === null || wasCalled(history, occupant, from)
  const said = new Set(candidatesOf(before, known).map(({ from, occupant }) => `${from} > ${occupant}`))
  return ({ from, occupant }) => said.has(`${from} > ${occupant}`)
}

function candidatesOf(model: Model, known: ReadonlySet<string>): Candidate[] {
  const said = [...saidOfRoles(model), ...saidOfCalls(model), ...saidOfEntities(model, known)]
  return said.filter(({ from, to }) => from !== to && known.has(from))
}

export function statedRenames(model: Model, known: ReadonlySet<string>, isDone: IsDone): Map<string, string> {
  let candidates = candidatesOf(model, known)
  for (;;) {
    const moving = new Set(candidates.map(({ from }) => from))
    const isFree = (each: Candidate): boolean =>
      !known.has(each.occupant) || each.from === each.occupant || (moving.has(each.occupant) && !isDone(each))
    const left = candidates.filter(isFree)
    if (left.length === candidates.length) return new Map(left.map(({ from, to }) => [from, to]))
    candidates = left
  }
}

function saidOfRoles({ roles }: Model): Candidate[] {
  return roles.roles.flatMap(({ name, was }) => (was === null ? [] : [plain(roleName(was), roleName(name))]))
}

function saidOfCalls({ calls }: Model): Candidate[] {
  return calls.calls.flatMap(({ method, path, was }) =>
    was === null ? [] : [plain(callName({ method, path: was.path }), callName({ method, path }))],
  )
}

function plain(from: string, to: string): Candidate {
  return { from, to, occupant: to }
}

function saidOfEntities({ entities: { entities, changes } }: Model, known: ReadonlySet<string>): Candidate[] {
  const rows = changes.flatMap((version) => version.changes)
  const formerEntity = (name: string): string => {
    const was = entities.find((entity) => entity.name === name)?.was ?? null
    const row = rows.find((each) => each.entity === name && each.field === null && each.was.kind === 'known')
    const stated = was ?? (row?.was.kind === 'known' ? row.was.name : null)
    return stated !== null && known.has(entityName(stated)) && !known.has(entityName(name)) ? stated : name
  }
  return entities.flatMap(({ name, fields }) => {
    const former = formerEntity(name)
    return [
      plain(entityName(former), entityName(name)),
      ...fields.flatMap((field): Candidate[] => {
        const row = rows.find(
          (each) => each.entity === name && each.field === field.name && each.word === null && each.existing === null,
        )
        const stated = field.was ?? (row?.was.kind === 'known' ? row.was.name : null)
        const was = stated === null ? field.name : (stated.split('.').at(-1) ?? stated)
        const is = known.has(fieldName(former, was)) ? was : field.name
        const words = rows.flatMap((each): Candidate[] => {
          if (each.entity !== name || each.field !== field.name || each.word === null) return []
          if (each.was.kind !== 'known' || each.was.name === null) return []
          return [
            {
              from: wordName(former, is, wordIn(each.was.name)),
              to: wordName(name, field.name, each.word),
              occupant: wordName(former, is, each.word),
            },
          ]
        })
        const own = {
          from: fieldName(former, is),
          to: fieldName(name, field.name),
          occupant: fieldName(former, field.name),
        }
        return [own, ...words]
      }),
    ]
  })
}

/** Tells whether the thing `name` took over from `former`. The owner may have been renamed since. */
function wasCalled({ things }: Identities, name: string, former: string): boolean {
  const own = (of: string): string => /^(?:field \w+\.|word \w+\.\w+ )(.*)$/.exec(of)?.[1] ?? of
  return Object.values(things).some(
    (names) => names.at(-1)?.[1] === name && names.some(([, had]) => had !== null && own(had) === own(former)),
  )
}

/** `Ticket.status resolved` and `resolved` are the same word. */
export function wordIn(written: string): string {
  const found = /^[A-Za-z]\w*\.[A-Za-z]\w* (?<word>.+)$/.exec(written)
  return found?.groups?.['word'] ?? written
}

/** Everything below a renamed thing is renamed as well. */
export function withParts(renamed: ReadonlyMap<string, string>, known: Iterable<string>): Map<string, string> {
  const all = new Map(renamed)
  for (const name of known) {
    if (all.has(name)) continue
    const next = followed(name, renamed)
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
