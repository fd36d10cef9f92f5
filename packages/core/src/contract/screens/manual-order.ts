// A list whose first order is a rank → the value that each row needs for it, and the call that moves a row.

import type { Expression } from '../../expression/expression.ts'
import * as build from '../../expression/build.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'
import { rankOfList } from '../../model/lists/list-rank.ts'
import type { ListBlock } from '../../model/screens.ts'
import { grantedFields } from '../../rights/roles.ts'
import type { AppAction } from '../wire/actions.ts'
import type { AppList } from '../wire/app.ts'
import { changingCall } from '../calls/cell-changes.ts'
import { isFieldEverVisible } from './screen-columns.ts'
import type { ScreenScope } from './screen-scope.ts'

/** The rank of a row, over `this`. */
export function rankValue(model: Model, block: ListBlock): { key: string; value: Expression } | null {
  const key = rankOfList(model, block)
  if (key === null) return null
  const entity = entityNamed(model, block.entity)
  return { key, value: fieldOf(model, build.recordVariable('this', entity.name), entity.name, fieldNamed(entity, key)) }
}

const ARRANGED: ReadonlySet<ListBlock['form']['kind']> = new Set(['table', 'cards', 'board'])

/** `actions`: those of a row. Nothing: no standard change stands below the list, or the caller may not change the rank. */
export function byHand(scope: ScreenScope, block: ListBlock, actions: readonly AppAction[]): Pick<AppList, 'byHand'> {
  const { model, caller } = scope
  const key = rankOfList(model, block)
  const call = changingCall(scope, block)
  if (key === null || call === null || !ARRANGED.has(block.form.kind)) return {}
  const mayMove = grantedFields(model, caller, block.entity, 'change').has(key)
  if (!mayMove || !isFieldEverVisible(scope, block.entity, key)) return {}
  const action = actions.find((each) => each.kind === 'call' && each.method === call.method && each.path === call.path)
  return action === undefined ? {} : { byHand: { key, action: action.key } }
}
