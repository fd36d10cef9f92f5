// A screen of point 2, for one caller → all its parts, whether each is shown or offered, and the lines of the text that
// decide it. It answers an author's question why a field is visible, or why a button is missing.

import { allOf, FALSE, isFalse, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Stated } from '../../model/stated.ts'
import type { MadeLabel, RecordsBlock, Screen } from '../../model/screens.ts'
import { humanised, said } from '../../model/words.ts'
import { bypassesPermissions, visibleField, visibleRecords } from '../../rights/roles.ts'
import { reasonInEnglish } from './reasons.ts'
import { availabilityOf, availabilityOnPage, onlyFormOf, openedTo } from '../calls/availability.ts'
import { recordOfScreen } from '../screens/opened-by-record.ts'
import { findOperation, type Operation, PERMISSION_OF_CALL } from '../calls/calls.ts'
import { columnKey, headingOf, isNamedByNobody } from '../screens/screen-columns.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'
import { keyedActions } from '../screens/screens.ts'
import { mayOpen } from '../screens/open-screens.ts'
import type { KeyedAction } from '../screens/keyed-action.ts'
import {
  type Clause,
  conditionClauses,
  type Ground,
  performerInWords,
  permissionGrounds,
  transitionGrounds,
} from './why-grounds.ts'

/** A part of the screen: the screen itself, a record, a field, an action. */
export interface Asked {
  readonly kind: 'screen' | 'record' | 'field' | 'action'
  /** Its key on the page. */
  readonly key: string
  readonly label: string
  readonly made?: MadeLabel
  /** As for a column. */
  readonly isBuiltIn?: true
  /** Entity of the record `this`. Null: it is about no record. */
  readonly entity: string | null
  /** Whether it is shown or offered, by the application's own logic. */
  readonly isThere: Expression
  /** Present obstacles to an action. Empty for other parts. */
  readonly obstacles: readonly Clause[]
  /** Its position on the screen in the text. Null: the screen does not name it. */
  readonly named: Stated | null
  readonly grounds: readonly Ground[]
}

export function everythingAsked(scope: ScreenScope, screen: Screen): Asked[] {
  const blocks = screen.blocks.filter((block) => block.kind === 'record' || block.kind === 'list')
  return [
    askedOfScreen(scope, screen),
    ...blocks.flatMap((block) => [askedOfRecord(scope, block), ...fieldsOf(scope, block)]),
    ...keyedActions(scope, screen).flatMap((keyed) => askedOfAction(scope, screen, keyed) ?? []),
  ]
}

function askedOfScreen(scope: ScreenScope, screen: Screen): Asked {
  const { who, span, name } = screen
  const clause: Clause | null =
    who === null
      ? null
      : {
          words: `you are ${who.map(performerInWords).join(' or ')}`,
          holds: mayOpen(scope, screen) ? TRUE : FALSE,
          span,
        }
  return {
    kind: 'screen',
    key: name,
    label: name,
    entity: null,
    isThere: mayOpen(scope, screen) ? TRUE : FALSE,
    obstacles: [],
    named: screen,
    grounds: [{ says: `The screen "${name}"`, isForbidding: false, clauses: clause === null ? [] : [clause], span }],
  }
}

function askedOfRecord({ model, caller }: ScreenScope, block: RecordsBlock): Asked {
  return {
    kind: 'record',
    key: block.entity,
    label: said(model, humanised(block.entity)),
    entity: block.entity,
    isThere: visibleRecords(model, caller, block.entity),
    obstacles: [],
    named: block,
    grounds: permissionGrounds(model, caller, block.entity, 'see', null),
  }
}

/** First the fields that the screen names, then the entity's others. */
function fieldsOf({ model, caller }: ScreenScope, block: RecordsBlock): Asked[] {
  const entity = entityNamed(model, block.entity)
  const asked = (name: string, key: string, label: string, named: Stated | null): Asked => ({
    kind: 'field',
    key,
    label,
    entity: entity.name,
    isThere: named === null ? FALSE : visibleField(model, caller, entity.name, name),
    obstacles: [],
    named,
    grounds: permissionGrounds(model, caller, entity.name, 'see', name),
  })
  const columns = block.columns.map((column) => {
    const name = column.path[0] ?? ''
    const field = column.path.length === 1 ? fieldNamed(entity, name) : null
    const about = asked(name, columnKey(column), headingOf(model, entity.name, column), column)
    return field !== null && isNamedByNobody(field) ? { ...about, isBuiltIn: true as const } : about
  })
  const shown = new Set(block.columns.map(({ path }) => path[0]))
  const others = entity.fields
    .filter(({ name, isBuiltIn }) => !isBuiltIn && !shown.has(name))
    .map(({ name, label }) => asked(name, name, label ?? humanised(name), null))
  return [...columns, ...others]
}

/** Null: no right decides it. */
function askedOfAction(scope: ScreenScope, screen: Screen, keyed: KeyedAction): Asked | null {
  const { action, key, rowEntity } = keyed
  if (action.kind === 'sign out') return null
  const rows = rowEntity === null ? null : ({ kind: 'records', entity: rowEntity } as const)
  const onPage = availabilityOnPage(scope, screen, keyed)
  const availability = onPage ?? availabilityOf(scope, screen, rows, keyed)
  const entity = onPage === null ? rowEntity : (recordOfScreen(screen)?.entity ?? null)
  const isOpening = action.kind === 'open' && onlyFormOf(scope, action.screen) === null
  const obstacles = availability?.obstacles ?? []
  return {
    kind: 'action',
    key,
    label: action.label,
    ...(action.made === undefined ? {} : { made: action.made }),
    entity,
    isThere: isOpening
      ? allOf([openedBy(scope, action.screen), openedTo(scope, screen, rows, action.screen)])
      : allOf([seenRecords(scope, rowEntity), availability?.offered ?? FALSE]),
    obstacles: obstacles.map(({ holds, reason }) => ({ words: reasonInEnglish(reason), holds, span: holds.span })),
    named: action,
    grounds: isOpening
      ? groundsOfOpening(scope, action.screen)
      : groundsOf(scope, action, availability?.offered ?? null),
  }
}

/** A hidden record offers no actions. */
function seenRecords({ model, caller }: ScreenScope, entity: string | null): Expression {
  return entity === null ? TRUE : visibleRecords(model, caller, entity)
}

function openedBy(scope: ScreenScope, name: string): Expression {
  const target = scope.model.screens.screens.find((screen) => screen.name === name)
  return target !== undefined && mayOpen(scope, target) ? TRUE : FALSE
}

function groundsOfOpening(scope: ScreenScope, name: string): readonly Ground[] {
  const target = scope.model.screens.screens.find((screen) => screen.name === name)
  return target === undefined ? [] : askedOfScreen(scope, target).grounds
}

function groundsOf(scope: ScreenScope, action: KeyedAction['action'], offered: Expression | null): Ground[] {
  const { model, caller, operations } = scope
  if (action.kind === 'transition') return transitionGrounds(model, caller, action.entity, action.transition)
  const call = action.kind === 'open' ? onlyFormOf(scope, action.screen) : action.kind === 'call' ? action : null
  const operation = call === null ? null : findOperation(operations, call.method, call.path)
  return operation === null ? [] : groundsOfCall(scope, operation, offered)
}

function groundsOfCall(scope: ScreenScope, operation: Operation, offered: Expression | null): Ground[] {
  const { model, caller } = scope
  if (operation.kind === 'transition') return transitionGrounds(model, caller, operation.entity, operation.transition)
  if (operation.kind !== 'stated') {
    return permissionGrounds(model, caller, operation.standard.entity, PERMISSION_OF_CALL[operation.kind], null)
  }
  const { who, span, method, path } = operation.call
  const isOne = who.some((role) => caller.roles.has(role)) || bypassesPermissions(caller)
  const asked = offered === null || isFalse(offered) ? [] : conditionClauses(model, caller, offered, span)
  return [
    {
      says: `${method} ${path}`,
      isForbidding: false,
      clauses: [
        { words: `you are ${who.join(' or ')}`, holds: isOne ? TRUE : FALSE, span },
        ...asked.filter(({ holds }) => holds !== TRUE),
      ],
      span,
    },
  ]
}
