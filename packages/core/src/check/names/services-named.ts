// `Who: Payments` → the outside services among those who are named. A role of the same name comes first.

import type { Written } from '../../text/source.ts'
import type { Names } from './names.ts'

export function servicesNamed(
  { services, roles }: Pick<Names, 'services' | 'roles'>,
  who: readonly Written[],
): Written[] {
  return who.filter(({ text }) => services.has(text) && !roles.has(text))
}
