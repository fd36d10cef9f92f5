// Optimistic update of a row: by column, the input with its new value. Only values that are certain before the server
// answers; computed ones follow with the answer.

import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Entity } from '../../model/entities.ts'
import type { Screen } from '../../model/screens.ts'
import type { AppCallAction } from '../wire/actions.ts'
import type { Operation } from '../calls/calls.ts'
import type { InputField } from '../wire/inputs.ts'
import { columnKey, visibleColumns } from './screen-columns.ts'
import type { ScreenScope } from './screen-scope.ts'

/** Kinds whose input value differs from the displayed one. */
const ENTERED_OTHERWISE: readonly string[] = [
  'password',
  'secret text',
  'file',
  'slug',
  'random code',
  'rank',
  'collection',
  'inverse',
  'map',
  'json',
]

export function shownChanges(
  scope: ScreenScope,
  screen: Screen,
  operation: Operation,
  form: readonly InputField[],
): Pick<AppCallAction, 'shows'> {
  if (operation.kind !== 'change') return {}
  const entity = entityNamed(scope.model, operation.standard.entity)
  const given = new Map(form.map((input) => [input.path.join('.'), input]))
  const shows = screen.blocks.flatMap((block): [string, string][] => {
    if ((block.kind !== 'list' && block.kind !== 'record') || block.entity !== entity.name) return []
    return visibleColumns(scope, block).flatMap((column): [string, string][] => {
      const [name = '', ...rest] = column.path
      const input = given.get(name)
      if (input === undefined || input.isSecret || ENTERED_OTHERWISE.includes(input.kind)) return []
      return isSaidBy(scope, entity, name, rest) ? [[columnKey(column), name]] : []
    })
  })
  return shows.length === 0 ? {} : { shows: Object.fromEntries(shows) }
}

/** The field itself, or the naming field of a referenced record. */
function isSaidBy({ model }: ScreenScope, entity: Entity, name: string, rest: readonly string[]): boolean {
  const { type } = fieldNamed(entity, name)
  if (rest.length === 0) return true
  if (type.kind !== 'reference' || rest.length > 1) return false
  const { label } = entityNamed(model, type.entity)
  return label.kind === 'field' && label.of.kind === 'variable' && label.field === rest[0]
}
