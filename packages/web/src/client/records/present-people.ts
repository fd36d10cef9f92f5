// People who are at the record of a block, kept up to date by the page's live connection.

import { PRESENT, type PresentPeople } from '@ninefold/core/contract/record-page/present-people.ts'
import { blockAddress } from '../addresses.ts'
import type { Parameters } from '../query/queries.ts'
import { shownQuery } from '../query/shown-query.ts'

/** A block that shows a record with presence. */
export interface PresentAt {
  readonly screen: string
  readonly index: number
  readonly parameters: Parameters
}

export function presentQuery({ screen, index, parameters }: PresentAt) {
  const [path = '', query] = blockAddress(screen, index, parameters).split('?')
  const address = `${path}/${PRESENT}${query === undefined ? '' : `?${query}`}`
  return shownQuery<PresentPeople>(['present', screen, index, parameters], address)
}
