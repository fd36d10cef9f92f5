// People who are at the record of a block, kept up to date by the page's live connection.

import { PRESENT, type PresentPeople } from '@ninefold/core/contract/record-page/present-people.ts'
import { blockAddress } from '../addresses.ts'
import type { Parameters } from '../query/queries.ts'
import { shownQuery } from '../query/shown-query.ts'

export function presentQuery(screen: string, index: number, parameters: Parameters) {
  const [path = '', query] = blockAddress(screen, index, parameters).split('?')
  const address = `${path}/${PRESENT}${query === undefined ? '' : `?${query}`}`
  return shownQuery<PresentPeople>(['present', screen, index, parameters], address)
}
