// Screens of the navigation → their order, their groups and what is counted beside them. Screens for guests and for those
// who sign up come last for people with a role of their own.

import { visit } from '../../expression/conditions.ts'
import { entityNamed } from '../../model/find.ts'
import { choicesNeeded, namesOfScreen } from '../../model/lists/drawn-blocks.ts'
import type { Model } from '../../model/model.ts'
import type { Role } from '../../model/roles.ts'
import type { ListBlock, ListForm, Screen } from '../../model/screens.ts'
import type { CallerRoles } from '../../rights/roles.ts'
import type { ScreenScope } from './screen-scope.ts'
import { blocksFor } from './open-screens.ts'

/** Forms that show every record; a calendar shows some days, and a chart no records. */
const COUNTED_FORMS: ReadonlySet<ListForm['kind']> = new Set(['table', 'cards', 'board'])

/**
 * The list whose records are counted beside the screen in the navigation: the first one, if the text narrows it to
 * states, because those records wait for something. Null: none.
 */
export function countedList(scope: ScreenScope, screen: Screen): ListBlock | null {
  const first = blocksFor(scope, screen).find((block) => block.kind === 'list')
  if (first?.kind !== 'list' || first.relation !== null || first.where === null) return null
  if (!COUNTED_FORMS.has(first.form.kind) || choicesNeeded(first).length > 0) return null
  if (namesOfScreen([first.where], 'path').length > 0) return null
  return readsState(scope.model, first) ? first : null
}

function readsState(model: Model, { entity, where }: ListBlock): boolean {
  const states = entityNamed(model, entity).fields.filter(({ type }) => type.kind === 'state')
  let isRead = false
  if (where !== null)
    visit(where, (part) => {
      isRead ||= part.kind === 'field' && part.entity === entity && states.some(({ name }) => name === part.field)
    })
  return isRead
}

/**
 * The role of a screen that anybody can have: the one that signing up gives if the screen is for it, else the role of
 * guests. Null: the screen is for others, or its viewer has no further role.
 */
export function openRoleOf(
  model: Pick<Model, 'roles'>,
  { roles: held }: Pick<CallerRoles, 'roles'>,
  { who }: Pick<Screen, 'who'>,
): string | null {
  const given = givenToAnybody(model)
  const open = withIncluded(given)
  if (who === null || ![...held].some((name) => !open.has(name))) return null
  const named = new Set(who.map((performer) => (performer.kind === 'role' ? performer.role : null)))
  if (![...named].every((name) => name !== null && open.has(name))) return null
  const theirs = given.filter(({ name, includes }) => [name, ...includes].some((each) => named.has(each)))
  const bySigningUp = theirs.find(({ name, isGivenBySigningUp }) => isGivenBySigningUp && named.has(name))
  return (bySigningUp ?? theirs.find(({ isGuest }) => isGuest) ?? theirs[0])?.name ?? null
}

/** The roles that anybody can have: those of guests, those that signing up gives, and what they include. */
export function openRoles(model: Pick<Model, 'roles'>): ReadonlySet<string> {
  return withIncluded(givenToAnybody(model))
}

function withIncluded(roles: readonly Role[]): ReadonlySet<string> {
  return new Set(roles.flatMap(({ name, includes }) => [name, ...includes]))
}

function givenToAnybody({ roles: { roles } }: Pick<Model, 'roles'>): Role[] {
  return roles.filter(({ isGuest, isGivenBySigningUp }) => isGuest || isGivenBySigningUp)
}
