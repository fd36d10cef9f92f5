// Inline edits: which cells of a list, or properties of a record, a person may change, by the standard call that
// changes the record. In a list, the screen or a screen it leads to has to offer the call; on a record's own page, the
// right suffices. The call's form defines controls, rules and present values.

import { allOf, anyOf, isFalse, notOf, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { rankOfList } from '../../model/lists/list-rank.ts'
import type { ListBlock, RecordBlock, RecordsBlock, Screen } from '../../model/screens.ts'
import { grantsOf, isForbidden } from '../../rights/roles.ts'
import type { AppCellChanges } from '../record-page/app-parts.ts'
import { inState } from './in-state.ts'
import type { Operation } from './calls.ts'
import { narrowedInputs } from './narrowed-inputs.ts'
import { formRules } from '../form-rules/form-rules.ts'
import * as build from '../../expression/build.ts'
import { formOf } from '../screens/screen-actions.ts'
import { columnKey, visibleColumns } from '../screens/screen-columns.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'

type Change = Operation & { readonly kind: 'change' }

/** The screen that offers the call, and the action's key there. */
export interface OfferedChange {
  readonly screen: string
  readonly key: string
}

/**
 * The key by which a record's own page requests present values. Keys of actions end with a number, so it cannot
 * collide.
 */
export const RECORD_CHANGE = 'change'

/** Null: no standard call changes such a record. */
export function changeOfRecord(scope: ScreenScope, screen: string, block: RecordBlock): OfferedChange | null {
  return changingCall(scope, block) === null ? null : { screen, key: RECORD_CHANGE }
}

export function changingCall(
  { operations }: Pick<ScreenScope, 'operations'>,
  block: Pick<RecordsBlock, 'entity'>,
): Change | null {
  return (
    operations.find((each): each is Change => each.kind === 'change' && each.standard.entity === block.entity) ?? null
  )
}

/** The screen itself, and those that it leads to by actions or by opening a row. */
export function screensLedTo({ model }: Pick<ScreenScope, 'model'>, screen: Screen, block: ListBlock): Screen[] {
  const actions = [...screen.actions, ...screen.blocks.flatMap((each) => each.actions)]
  const named = actions.flatMap((action) => (action.kind === 'open' ? [action.screen] : []))
  const isLedTo = ({ name, blocks }: Screen): boolean =>
    named.includes(name) || blocks.some((each) => each.kind === 'record' && each.entity === block.entity)
  return [screen, ...model.screens.screens.filter((other) => other !== screen && isLedTo(other))]
}

/** Null: no column shows a field that the caller may change. A record's page does not offer passwords. */
export function cellChanges(
  scope: ScreenScope,
  block: RecordsBlock,
  { screen, key }: OfferedChange,
): AppCellChanges | null {
  const operation = changingCall(scope, block)
  const columns = Object.fromEntries(changeableColumns(scope, block))
  if (operation === null || Object.keys(columns).length === 0) return null
  const given = new Set(Object.values(columns))
  const { method, path, standard } = operation
  return {
    screen,
    columns,
    action: {
      key,
      label: '',
      kind: 'call',
      method,
      path,
      parameters: [{ name: standard.foundBy, from: 'row', key: standard.foundBy }],
      form: formOf(scope, operation).filter((input) => given.has(input.path.join('.'))),
      rules: formRules(scope, operation),
      ...narrowedInputs(scope, operation, formOf(scope, operation)),
      startsFrom: 'record',
      isDestructive: false,
      thenOpen: null,
    },
  }
}

/** A column shows a field itself, or the name of a referenced record: `category.name` shows the category. */
function changeableColumns(scope: ScreenScope, block: RecordsBlock): [string, string][] {
  const operation = changingCall(scope, block)
  if (operation === null) return []
  const entity = entityNamed(scope.model, block.entity)
  const inputs = new Map(formOf(scope, operation).map((input) => [input.path.join('.'), input]))
  return visibleColumns(scope, block).flatMap((column): [string, string][] => {
    const [name = '', ...rest] = column.path
    const input = inputs.get(name)
    // A password is changed on the account page, with the present one.
    // The rows of a map need a form, and a JSON value more room than a cell has. Each custom field has its own cell.
    if (input === undefined || ['password', 'map'].includes(input.kind)) return []
    if (input.kind === 'json' && input.definedBy === undefined) return []
    const isNamed = rest.length === 1 && fieldNamed(entity, name).type.kind === 'reference'
    return rest.length === 0 || isNamed ? [[columnKey(column), name]] : []
  })
}

/**
 * Over `this`: the inputs that the caller may give for the record now, each as `true`. `hasCells`: cells are edited inline.
 * Null: there is nothing to change.
 */
export function changesExpression(scope: ScreenScope, block: RecordsBlock, hasCells: boolean): Expression | null {
  const rank = block.kind === 'list' ? rankOfList(scope.model, block) : null
  if (!hasCells && rank === null) return null
  const cells = hasCells ? changeableColumns(scope, block).map(([, name]) => name) : []
  const names = new Set([...cells, ...(rank === null ? [] : [rank])])
  return build.object(
    [...names].flatMap((name) => {
      const condition = mayChange(scope, block.entity, name)
      return isFalse(condition) ? [] : [{ key: name, condition, value: TRUE }]
    }),
  )
}

function mayChange({ model, caller }: ScreenScope, entity: string, field: string): Expression {
  const grants = grantsOf(model, caller, entity, 'change').filter(({ permission }) => permission.fields.includes(field))
  const permitted = isForbidden(model, entity, 'change', field)
    ? anyOf([])
    : anyOf(grants.map(({ condition }) => condition))
  const locking = model.states.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) => {
      const states = machine.states.filter(({ locks }) => locks?.fields.includes(field) === true)
      return states.length === 0
        ? []
        : [
            notOf(
              inState(
                model,
                entity,
                machine.field,
                states.map(({ name }) => name),
              ),
            ),
          ]
    })
  return allOf([permitted, ...locking])
}
