// Screens of the navigation → the landing page after signing in: the first screen for the most specific role. The role
// that includes the most others is taken as the most specific.

import type { Model } from '../../model/model.ts'
import type { CallerRoles } from '../../rights/roles.ts'

/** `names`: screens of the caller without parameters, in the order of the text. Null: there is none. */
export function landingScreen(
  { screens, roles }: Pick<Model, 'screens' | 'roles'>,
  caller: Pick<CallerRoles, 'roles'>,
  names: readonly string[],
): string | null {
  const widths = new Map(roles.roles.map(({ name, includes }) => [name, includes.length + 1]))
  const widthOf = (screen: string): number => {
    const who = screens.screens.find(({ name }) => name === screen)?.who ?? []
    const held = who.flatMap((performer) =>
      performer.kind === 'role' && caller.roles.has(performer.role) ? [widths.get(performer.role) ?? 0] : [],
    )
    return Math.max(0, ...held)
  }
  const widest = Math.max(0, ...names.map(widthOf))
  return names.find((name) => widthOf(name) === widest) ?? null
}
