// A column of a record's page and the page's title → does the title say its value, so that it needs no second place?

import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'

/** Only a value of which the title is made: one that is part of it by chance is a fact of its own. */
export function isSaidByTitle({ isInTitle }: Pick<AppColumn, 'isInTitle'>, value: unknown, title: string): boolean {
  const isSaid = (typeof value === 'string' && value !== '') || typeof value === 'number'
  return isInTitle === true && isSaid && title.includes(String(value))
}
