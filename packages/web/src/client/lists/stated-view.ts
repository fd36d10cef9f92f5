// Views that the text states, with their queries as the address of the page has them.

import type { AppList, AppStatedView } from '@ninefold/core/contract/wire/app.ts'
import { changeListAddress, viewChange, viewQuery } from './list-address.ts'

export function statedViews(list: AppList): readonly AppStatedView[] {
  return (list.views ?? []).map((view) => ({
    ...view,
    query: viewQuery(list, '', changeListAddress({}, '', viewChange(list, view.query))),
  }))
}
