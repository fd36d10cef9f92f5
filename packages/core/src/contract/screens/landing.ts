// Screens of the navigation → the landing page after signing in: the first screen for the most specific role that is more than a form. The role
// that includes the most others is taken as the most specific; of equal ones, one that not everybody has who signs up.

import type { Model } from '../../model/model.ts'
import type { CallerRoles } from '../../rights/roles.ts'

/** `names`: screens of the caller without parameters, in the order of the text. Null: there is none. */
export function landingScreen(
  { screens, roles }: Pick<Model, 'screens' | 'roles'>,
  caller: Pick<CallerRoles, 'roles'>,
  names: readonly string[],
): string | null {
  const widths = new Map(
    roles.roles.map(({ name, includes, isGuest, isGivenBySigningUp }) => [
      name,
      includes.length + (isGuest || isGivenBySigningUp ? 0 : 1) / 2,
    ]),
  )
  const widthOf = (screen: string): number => {
    const who = screens.screens.find(({ name }) => name === screen)?.who ?? []
    const held = who.flatMap((performer) =>
      performer.kind === 'role' && caller.roles.has(performer.role) ? [widths.get(performer.role) ?? 0] : [],
    )
    return Math.max(0, ...held)
  }
  const isForm = (screen: string): boolean =>
    screens.screens.find(({ name }) => name === screen)?.blocks.every(({ kind }) => kind === 'form') === true
  // A person who arrives looks first, and fills in a form later.
  const looked = names.filter((name) => !isForm(name))
  const among = looked.length > 0 ? looked : names
  const widest = Math.max(0, ...among.map(widthOf))
  return among.find((name) => widthOf(name) === widest) ?? null
}
