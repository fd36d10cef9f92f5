// Stored notifications → notifications as their reader may see them now. The text about a followed record is read here
// with the reader's own rights; without the right, the notification is left out.

import type { Notification, NotificationSubject } from '@ninefold/core/contract/wire/notifications.ts'
import { keysExpression } from '@ninefold/core/contract/record-page/keys.ts'
import { addressOfRecord, type RecordPage } from '@ninefold/core/contract/screens/record-pages.ts'
import { labelExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import { pageOfRecord } from '@ninefold/core/contract/screens/record-pages.ts'
import * as build from '@ninefold/core/expression/build.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { fieldOf } from '@ninefold/core/model/paths.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { humanised, said } from '@ninefold/core/model/words.ts'
import { planList } from '@ninefold/core/plan/read/lists.ts'
import { isOneOf } from '@ninefold/core/rights/list-conditions.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Happening, KeptNotification, OfRecord } from '../../store/tables/notifications.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { scopeOf } from '../screens/screen-scope.ts'

/** `values`: further fields, as far as the reader may see them. */
const subjectsPlan = planner(
  'subjects',
  (viewer, entity: Entity, keys: readonly string[], values: readonly string[]) => {
    const record = build.recordVariable('this', entity.name)
    const valueOf = (name: string) => fieldOf(viewer.model, record, entity.name, fieldNamed(entity, name))
    return planList(viewer, {
      entity,
      relation: null,
      conditions: [isOneOf(viewer, entity, fieldNamed(entity, 'id'), 'values')],
      order: [],
      page: { kind: 'all' },
      output: build.object([
        { key: 'label', value: labelExpression(viewer.model, entity.name) },
        { key: 'keys', value: keysExpression(viewer.model, entity.name, keys) },
        { key: 'values', value: build.object(values.map((name) => ({ key: name, value: valueOf(name) }))) },
      ]),
    })
  },
)

interface Subject extends NotificationSubject {
  readonly values: Readonly<Record<string, unknown>>
}

type Subjects = ReadonlyMap<string, Subject>

/** Keeps the order. A notification of a followed record is left out if its reader may not see what happened. */
export async function notificationsAsRead(
  exchange: Exchange,
  transaction: Executor,
  kept: readonly KeptNotification[],
): Promise<Notification[]> {
  const { model } = exchange.application
  const users = signInOf(model.roles)?.entity ?? ''
  const asked = kept.flatMap(({ about, happening }) => [
    ...(about === null ? [] : [about]),
    ...(happening?.part == null ? [] : [happening.part]),
    ...(happening?.by == null ? [] : [{ entity: users, record: happening.by }]),
  ])
  const subjects = await subjectsOf(exchange, transaction, asked)
  return kept.flatMap((each) => {
    const { id, name, isRead, about: of, happening } = each
    const found = of === null ? undefined : subjects.get(keyOf(of))
    const about = found === undefined ? null : subjectAlone(found)
    const at = new Date(each.atMs).toISOString()
    if (happening === null) return [{ id, message: name, subject: each.subject, body: each.body, at, isRead, about }]
    const body = found === undefined ? null : bodyOf(model, found, happening, users, subjects)
    return body === null || about === null
      ? []
      : [{ id, message: name, subject: about.label ?? '', body, at, isRead, about }]
  })
}

function subjectAlone({ entity, id, label, address }: Subject): NotificationSubject {
  return { entity, id, label, address }
}

/** Long texts are read on the page of the record. */
const BODY_LENGTH_MAX = 280

/** Null: the reader may not see it. */
function bodyOf(
  model: Model,
  of: Subject,
  { by, step, part }: Happening,
  users: string,
  subjects: Subjects,
): string | null {
  const told = part === null ? stepInWords(model, of, step ?? '') : partInWords(model, part, subjects)
  if (told === null) return null
  const name = by === null ? null : (subjects.get(keyOf({ entity: users, record: by }))?.label ?? null)
  return shortened(name === null ? told : `${name}: ${told}`)
}

/** A transition is visible in the state, so only readers who see the state are notified. */
function stepInWords({ states, ...model }: Model, { entity, values }: Subject, step: string): string | null {
  const isSeen = states.machines.some(
    (machine) =>
      machine.entity === entity &&
      values[machine.field] !== undefined &&
      machine.transitions.some(({ name }) => name === step),
  )
  return isSeen ? said(model, humanised(step)) : null
}

function partInWords(model: Model, part: OfRecord, subjects: Subjects): string | null {
  const found = subjects.get(keyOf(part))
  const [text] = found === undefined ? [] : textsOf(entityNamed(model, part.entity))
  if (found === undefined) return null
  const value = text === undefined ? found.label : found.values[text]
  return typeof value === 'string' ? value : null
}

/** Fields with the text of comments and similar records. */
function textsOf({ fields }: Entity): string[] {
  return fields
    .filter(({ type }) => type.kind === 'long text' || type.kind === 'formatted text')
    .map(({ name }) => name)
}

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= BODY_LENGTH_MAX ? text : `${characters.slice(0, BODY_LENGTH_MAX - 1).join('')}…`
}

function keyOf({ entity, record }: OfRecord): string {
  return JSON.stringify([entity, record])
}

/** Records of the notifications, as far as their reader may see them now. */
async function subjectsOf(exchange: Exchange, transaction: Executor, asked: readonly OfRecord[]): Promise<Subjects> {
  const found = new Map<string, Subject>()
  const { entities } = exchange.application.model.entities
  for (const entity of entities) {
    const ids = asked.flatMap((each) => (each.entity === entity.name ? [each.record] : []))
    if (ids.length === 0) continue
    for (const subject of await visibleOnes(exchange, transaction, entity, [...new Set(ids)]))
      found.set(keyOf({ entity: entity.name, record: subject.id }), subject)
  }
  return found
}

async function visibleOnes(
  exchange: Exchange,
  transaction: Executor,
  entity: Entity,
  ids: readonly string[],
): Promise<Subject[]> {
  const { application, caller, bindings } = exchange
  const id = fieldNamed(entity, 'id')
  const page = pageOfRecord(scopeOf(exchange), entity.name)
  const states = entity.fields.filter(({ type }) => type.kind === 'state').map(({ name }) => name)
  const shown = [...states, ...textsOf(entity).slice(0, 1)]
  const statement = application.planned(subjectsPlan, caller, entity, page?.fields ?? [], shown)
  const values = ids.map((each) => pathValue(id.type, each)).filter((each) => each !== null)
  const rows = await transaction.run(statement, { ...bindings, values })
  return rows.flatMap((row) => (row['id'] === null ? [] : [subjectIn(row, entity.name, page)]))
}

function subjectIn(row: Readonly<Record<string, unknown>>, entity: string, page: RecordPage | null): Subject {
  const { label, keys, values } = JSON.parse(String(row['json'])) as {
    label?: string | null
    keys: Record<string, unknown>
    values: Record<string, unknown>
  }
  const address = page === null ? null : addressOfRecord(page, keys)
  return { entity, id: String(row['id']), label: label ?? null, address, values }
}
