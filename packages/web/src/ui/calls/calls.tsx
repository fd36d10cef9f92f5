// Point 7 on the screen: what a person can do, as buttons. One dialog for the whole page holds the form of
// the action that is open, so that a list may be loaded again without closing it.

import { Button, Menu, Tooltip, ActionIcon } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { useContext, useId } from 'react'
import type { AppAction, AppScreen, Availability, RowData } from '@ninefold/core/contract/app.ts'
import { isOnTheWay } from '../../client/expected.ts'
import { useAct, type FormAction } from './action-context.ts'
import { RowOfPage } from '../screens/row-of-page.ts'
import { words } from '../words.ts'

interface ActionsProps {
  readonly screen: AppScreen
  readonly actions: readonly AppAction[]
  /** Null: actions of the screen as a whole, always available. */
  readonly row: RowData | null
}

interface OfferedAction {
  readonly action: AppAction
  readonly availability: Availability
}

const AVAILABLE: Availability = { isAvailable: true }

/** What the row does not mention, the caller may never do: it is left out. */
export function offeredActions(actions: readonly AppAction[], row: RowData | null): OfferedAction[] {
  return actions.flatMap((action) => {
    const isAsked =
      action.kind === 'call' || action.kind === 'transition' || (action.kind === 'open' && action.isAsked === true)
    if (row === null || !isAsked) return [{ action, availability: AVAILABLE }]
    const availability = row.actions[action.key]
    if (availability === undefined) return []
    return [
      {
        action,
        availability: availability.isAvailable
          ? availability
          : { ...availability, reason: words.supplied.reason(availability.reason) },
      },
    ]
  })
}

/** More than these stand in a menu behind the first ones. */
const BUTTONS_MAX = 8

/**
 * A row of buttons. The first one that is possible now is the most likely next step. Of many, those that are possible now
 * come first, and what takes something away stands in the menu.
 */
export function ActionButtons({
  screen,
  actions,
  row,
  isSecondary = false,
}: ActionsProps & { readonly isSecondary?: boolean }) {
  const offered = offeredActions(actions, row)
  const likely = offered.filter(({ action, availability }) => availability.isAvailable && !isDestructive(action))
  // Going on to another page does nothing to a record: the page for it is the way, and not the step.
  const first = isSecondary ? undefined : likely.find(({ action }) => row === null || action.kind !== 'open')
  const isMany = offered.length > BUTTONS_MAX
  const shown = isMany ? likely.slice(0, BUTTONS_MAX - 1) : offered
  return (
    <>
      {shown.map((each) => (
        <ActionButton key={each.action.key} screen={screen} row={row} offered={each} isFirst={each === first} />
      ))}
      {isMany && <MoreActions screen={screen} row={row} offered={offered.filter((each) => !shown.includes(each))} />}
    </>
  )
}

function MoreActions({
  screen,
  row,
  offered,
}: Pick<ActionsProps, 'screen' | 'row'> & { readonly offered: readonly OfferedAction[] }) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
          {words.screens.more}
        </Button>
      </Menu.Target>
      <ActionMenu screen={screen} row={row} offered={offered} />
    </Menu>
  )
}

/** What is not possible now says why. */
function ActionMenu({
  screen,
  row,
  offered,
}: Pick<ActionsProps, 'screen' | 'row'> & { readonly offered: readonly OfferedAction[] }) {
  const { act } = useAct()
  const page = useContext(RowOfPage)
  return (
    <Menu.Dropdown>
      {offered.map(({ action, availability }) => (
        <Menu.Item
          key={action.key}
          disabled={!availability.isAvailable || isOnTheWay(row)}
          {...(isDestructive(action) ? { color: 'red' } : {})}
          onClick={() => act({ screen, action, row, page })}
        >
          {action.label}
          {!availability.isAvailable && <div className="reason">{availability.reason}</div>}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  )
}

function ActionButton({
  screen,
  row,
  offered,
  isFirst,
}: {
  readonly screen: AppScreen
  readonly row: RowData | null
  readonly offered: OfferedAction
  readonly isFirst: boolean
}) {
  const { act, isActing } = useAct()
  const page = useContext(RowOfPage)
  const reasonId = useId()
  const { action, availability } = offered
  if (!availability.isAvailable) {
    // Not `disabled`: a keyboard must reach it to learn the reason.
    return (
      <>
        <Tooltip label={availability.reason}>
          <Button
            variant="default"
            data-disabled
            aria-disabled="true"
            aria-describedby={reasonId}
            onClick={(event) => event.preventDefault()}
          >
            {action.label}
          </Button>
        </Tooltip>
        <span id={reasonId} hidden>
          {availability.reason}
        </span>
      </>
    )
  }
  const look = isDestructive(action)
    ? ({ variant: 'subtle', color: 'red' } as const)
    : ({ variant: isFirst ? 'filled' : 'default' } as const)
  // What is possible after it comes with the answer to what is on its way.
  const isHeld = isOnTheWay(row)
  return (
    <Button
      {...look}
      loading={isActing(action.key, row)}
      aria-disabled={isHeld || undefined}
      data-held={isHeld || undefined}
      onClick={() => !isHeld && act({ screen, action, row, page })}
    >
      {action.label}
    </Button>
  )
}

/** Actions of one row of a list: a single one as a button, several in a menu. */
export function RowActions({
  screen,
  actions,
  row,
  isSmall = false,
}: ActionsProps & { readonly row: RowData; readonly isSmall?: boolean }) {
  const offered = offeredActions(actions, row)
  if (offered.length === 0) return null
  const single = offered.length === 1 ? offered[0] : undefined
  if (single !== undefined && !isSmall)
    return <ActionButton screen={screen} row={row} offered={single} isFirst={false} />
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={isSmall ? 'sm' : 'lg'} aria-label={words.screens.moreActions}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <ActionMenu screen={screen} row={row} offered={offered} />
    </Menu>
  )
}

function isDestructive(action: AppAction): boolean {
  return action.kind === 'call' && action.isDestructive
}

/** Asked before something is taken away. */
export function textOfQuestion({ deletes }: FormAction): string {
  return deletes === undefined || deletes.keptAs === null ? words.calls.confirmText : words.calls.confirmKept
}
