// A column of a record's page and the title → whether the title already contains its value.

import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'

/** Only for values that the title is built from: a coincidental match is a separate fact. */
export function isSaidByTitle({ isInTitle }: Pick<AppColumn, 'isInTitle'>, value: unknown, title: string): boolean {
  const isSaid = (typeof value === 'string' && value !== '') || typeof value === 'number'
  return isInTitle === true && isSaid && title.includes(String(value))
}
