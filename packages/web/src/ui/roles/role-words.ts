// A role of point 6 → its words for the reader: in a translated text they are others than its name.

import type { App } from '@ninefold/core/contract/wire/app.ts'

export function roleWords({ roleWords: translated }: Pick<App, 'roleWords'>, role: string): string {
  return translated !== undefined && Object.hasOwn(translated, role) ? (translated[role] ?? role) : role
}
