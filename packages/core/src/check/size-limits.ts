// A draft → limits on its size. Permissions and rules of an entity are compared in pairs, and PostgreSQL limits
// columns.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Draft } from '../draft/draft.ts'
import type { Span, Written } from '../text/source.ts'

export const COUNT_LIMITS = {
  fieldsOfEntityMax: 500,
  permissionsOfEntityMax: 100,
  rulesOfEntityMax: 100,
  transitionsOfFieldMax: 200,
  permissionsMax: 5000,
  rulesMax: 5000,
} as const

interface Row {
  readonly entity: Written
  readonly span: Span
}

/** Each limit is reported once, at the first item beyond it. */
export function refuseOversized({ entities, states, validation, roles }: Draft): Diagnostic[] {
  const { fieldsOfEntityMax, permissionsOfEntityMax, rulesOfEntityMax, transitionsOfFieldMax } = COUNT_LIMITS
  const fields = entities.entities.map((entity) =>
    beyond(entity.fields, fieldsOfEntityMax, `fields of "${entity.name.text}"`),
  )
  const transitions = states.machines.map((machine) =>
    beyond(machine.transitions, transitionsOfFieldMax, `transitions of "${machine.entity.text}.${machine.field.text}"`),
  )
  return [
    ...fields,
    ...transitions,
    ...beyondOfEntity(roles.permissions, permissionsOfEntityMax, 'permissions'),
    ...beyondOfEntity(validation.rules, rulesOfEntityMax, 'rules'),
    beyond(roles.permissions, COUNT_LIMITS.permissionsMax, 'permissions'),
    beyond(validation.rules, COUNT_LIMITS.rulesMax, 'rules'),
  ].flatMap((found) => found ?? [])
}

function beyondOfEntity(rows: readonly Row[], most: number, kind: string): (Diagnostic | null)[] {
  const byEntity = new Map<string, Row[]>()
  for (const row of rows) {
    const own = byEntity.get(row.entity.text)
    if (own === undefined) byEntity.set(row.entity.text, [row])
    else own.push(row)
  }
  return [...byEntity].map(([name, own]) => beyond(own, most, `${kind} of "${name}"`))
}

function beyond(rows: readonly { readonly span: Span }[], most: number, of: string): Diagnostic | null {
  const first = rows[most]
  return first === undefined ? null : diagnostic('N023', first.span, 'too many', rows.length, of, most)
}
