// A role of point 6 → its label, which is translated.

import type { App } from '@ninefold/core/contract/wire/app.ts'

export function roleWords({ roleWords: translated }: Pick<App, 'roleWords'>, role: string): string {
  return translated !== undefined && Object.hasOwn(translated, role) ? (translated[role] ?? role) : role
}
