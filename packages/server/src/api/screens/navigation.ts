// The navigation of the caller, and the numbers in it. `GET /_ninefold/counts` reads all numbers in one statement.

import { countedList, openRoleOf } from '@ninefold/core/contract/screens/navigation.ts'
import type { AppNavigationEntry, AppScreen, NavigationCounts } from '@ninefold/core/contract/wire/app.ts'
import { screenKey } from '@ninefold/core/contract/screens/screens.ts'
import { mayOpen } from '@ninefold/core/contract/screens/open-screens.ts'
import type { ScreenScope } from '@ninefold/core/contract/screens/screen-scope.ts'
import type { ListBlock, Screen } from '@ninefold/core/model/screens.ts'
import { said } from '@ninefold/core/model/words.ts'
import { planCounts } from '@ninefold/core/plan/read/counts.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { listConditions } from './narrowed-list.ts'
import { scopeOf } from './screen-scope.ts'

/** Larger numbers are shown as "999+". */
const COUNTED_IN_NAVIGATION_MAX = 1_000

const countsPlan = planner('navigation counts', (viewer, lists: readonly CountedList[]) =>
  planCounts(
    viewer,
    lists.map(({ screen, block }) => listConditions(viewer, { screen, block, filters: [], sort: [], days: null })),
    COUNTED_IN_NAVIGATION_MAX,
  ),
)

interface CountedList {
  readonly screen: Screen
  readonly block: ListBlock
}

/** `shown`: the screens of the caller without parameters, in the order of the routes. */
export function navigationOf(scope: ScreenScope, shown: readonly AppScreen[]): AppNavigationEntry[] {
  const { roles } = scope.model.roles
  const entries = shown.map((screen) => {
    const stated = statedAs(scope, screen)
    const group = stated === undefined ? null : openRoleOf(scope.model, scope.caller, stated)
    const isCounted = stated !== undefined && scope.caller.isSignedIn && countedList(scope, stated) !== null
    const entry: AppNavigationEntry = {
      label: screen.name,
      address: screen.address,
      isProvisional: screen.isProvisional,
      ...(group === null ? {} : { group: said(scope.model, group) }),
      ...(isCounted ? { isCounted } : {}),
    }
    return { entry, place: group === null ? roles.length : roles.findIndex(({ name }) => name === group) }
  })
  // Each group stands together, those of guests last.
  return entries.sort((a, b) => b.place - a.place).map(({ entry }) => entry)
}

function statedAs({ model }: ScreenScope, { key }: Pick<AppScreen, 'key'>): Screen | undefined {
  return model.screens.screens.find((screen) => screenKey(screen) === key)
}

export async function navigationCounts(exchange: Exchange): Promise<string> {
  const { application, caller, query, bindings } = exchange
  refuseOtherParameters(query, [])
  const scope = scopeOf(exchange)
  const counted = !caller.isSignedIn
    ? []
    : application.model.screens.routes.flatMap(({ path, parameters, screen: name }) => {
        const screen = application.model.screens.screens.find((candidate) => candidate.name === name)
        if (screen === undefined || parameters.length > 0 || !mayOpen(scope, screen)) return []
        const block = countedList(scope, screen)
        return block === null ? [] : [{ address: path, screen, block }]
      })
  if (counted.length === 0) return JSON.stringify({ counts: {} } satisfies NavigationCounts)
  const lists = counted.map(({ screen, block }) => ({ screen, block }))
  const [row] = await application.database.run(application.planned(countsPlan, caller, lists), bindings)
  const counts = counted.map(({ address }, index) => [address, Number(row?.[`count${index}`])] as const)
  return JSON.stringify({ counts: Object.fromEntries(counts) } satisfies NavigationCounts)
}
