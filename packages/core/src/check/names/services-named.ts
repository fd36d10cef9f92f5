// `Who: Payments` → the outside services among the names. A role of the same name takes precedence.

import type { Written } from '../../text/source.ts'
import type { Names } from './names.ts'

export function servicesNamed(
  { services, roles }: Pick<Names, 'services' | 'roles'>,
  who: readonly Written[],
): Written[] {
  return who.filter(({ text }) => services.has(text) && !roles.has(text))
}
