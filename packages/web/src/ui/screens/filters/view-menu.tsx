// The menu of a saved view: rename, set, share, open first, copy its address, delete.

import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCheck,
  IconCopy,
  IconDots,
  IconHome,
  IconLock,
  IconPencil,
  IconReplace,
  IconTrash,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { View } from '@ninefold/core/contract/screens/views.ts'
import { useApp } from '../../app-context.ts'
import { roleWords } from '../../roles/role-words.ts'
import { sharingText } from '../../words/sharing/sharing-text.ts'
import type { ViewWork } from './use-view-work.ts'

interface MenuProps {
  readonly view: View
  readonly work: ViewWork
  /** The list shows something else now, which the view could be set to. */
  readonly isElsewhere: boolean
  readonly rename: () => void
}

export function ViewMenu({
  view,
  work,
  isElsewhere,
  rename,
  isRenamed,
  position,
}: MenuProps & {
  /** The focus goes to the name instead of back to the button. */
  readonly isRenamed: boolean
  readonly position: 'bottom-start' | 'bottom-end'
}) {
  const text = sharingText()
  return (
    <Menu
      position={position}
      withinPortal={false}
      width={250}
      withInitialFocusPlaceholder={false}
      returnFocus={!isRenamed}
    >
      <Menu.Target>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={text.moreOf(view.name)}>
          <IconDots size={15} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {view.isOthers !== true && <OwnItems {...{ view, work, isElsewhere, rename }} />}
        {item(IconCopy, text.copy, () => work.copy(view))}
        {view.isOthers !== true && (
          <>
            {work.share !== null && <ShareItems view={view} share={work.share} />}
            <Menu.Divider />
            {item(IconTrash, text.drop, () => work.drop(view), { color: 'red' })}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function OwnItems({ view, work, isElsewhere, rename }: MenuProps) {
  const text = sharingText()
  const isFirst = view.opensFirst === true
  return (
    <>
      {item(IconPencil, text.rename, rename)}
      {isElsewhere && item(IconReplace, text.set, () => work.set(view))}
      {item(IconHome, text.openFirst, () => work.openFirst(view, !isFirst), { isChosen: isFirst })}
    </>
  )
}

/** Shares with the roles that this person has. */
function ShareItems({ view, share }: { readonly view: View; readonly share: NonNullable<ViewWork['share']> }) {
  const app = useApp()
  const text = sharingText()
  const roles: readonly (string | null)[] = [null, ...(app.caller?.roles ?? [])]
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{text.share}</Menu.Label>
      {roles.map((role) =>
        item(
          role === null ? IconLock : IconUsers,
          role === null ? text.onlyMe : text.with(roleWords(app, role)),
          () => share(view, role),
          { isChosen: (view.sharedWith ?? null) === role },
        ),
      )}
    </>
  )
}

interface ItemLook {
  readonly color?: string
  readonly isChosen?: boolean
}

function item(Sign: Icon, label: string, act: () => unknown, { color, isChosen = false }: ItemLook = {}): ReactNode {
  return (
    <Menu.Item
      key={label}
      leftSection={<Sign size={14} aria-hidden="true" />}
      rightSection={isChosen ? <IconCheck size={14} aria-hidden="true" /> : null}
      aria-current={isChosen || undefined}
      {...(color === undefined ? {} : { color })}
      onClick={() => void act()}
    >
      {label}
    </Menu.Item>
  )
}
