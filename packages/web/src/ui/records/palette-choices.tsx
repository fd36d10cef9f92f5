// Entries of the command palette besides screens and search: actions on the current record, its editable fields, recent
// records, appearance, and signing out.

import { pathShown } from '../../client/tenant-base.ts'
import { useMantineColorScheme } from '@mantine/core'
import { IconBell, IconBolt, IconHistory, IconLogout, IconMoon, IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lettersOf } from '../../client/records/record-actions.ts'
import { useApp } from '../app-context.ts'
import { useAct } from '../calls/action-context.ts'
import { offeredInWords } from '../calls/calls.tsx'
import { useSession } from '../roles/use-session.ts'
import { words } from '../words/words.ts'
import { calledHere, offeredOnPage } from './offered-on-page.ts'
import { withoutComposed } from './record-page.ts'
import { seenBy, useRecordInFront, type RecordInFront } from './record-in-front.ts'
import { toComposer } from './to-composer.ts'
import { useFollowing } from './use-following.ts'

export interface PaletteChoice {
  readonly key: string
  readonly label: string
  readonly group: string
  readonly icon: ReactNode
  readonly choose: () => void
  /** The same shortcut as on the page. */
  readonly letter?: string | undefined
}

/** Unavailable actions are left out: the page's menu has their reasons. */
export function useRecordChoices(): PaletteChoice[] {
  const front = useRecordInFront()
  const { act } = useAct()
  const following = useFollowing(front)
  if (front === null) return []
  const { screen, block, row } = front
  const group = words.records.this(block.title)
  const steps = offeredOnPage(screen, block, row)
    .filter(({ availability }) => availability.isAvailable)
    .toSorted((a, b) => Number(b.isNext) - Number(a.isNext))
    .map((each): PaletteChoice => ({
      key: `this ${each.action.key}`,
      label: each.label,
      group,
      letter: each.letter,
      icon: <IconBolt size={16} aria-hidden="true" />,
      choose: () => act({ screen, row: each.row, page: row, ...calledHere(each) }),
    }))
  const own =
    following === null
      ? []
      : [
          {
            key: 'follow',
            label: following.label,
            group,
            letter: following.letter,
            icon: <IconBell size={16} aria-hidden="true" />,
            choose: following.turn,
          },
        ]
  return [...steps, ...writing(front, group), ...own, ...changes(front, group)]
}

/** The composer of the page. */
function writing({ screen, block, row }: RecordInFront, group: string): PaletteChoice[] {
  const composed = block.actions.filter((action) => withoutComposed([action], screen).length === 0)
  const letters = lettersOf([...block.actions, ...screen.actions])
  return offeredInWords(composed, row, row)
    .filter(({ availability }) => availability.isAvailable)
    .map(({ action }) => ({
      key: `write ${action.key}`,
      label: action.label,
      group,
      letter: letters.get(action.key),
      icon: <IconPencil size={16} aria-hidden="true" />,
      // The palette first restores the focus.
      choose: () => void window.setTimeout(toComposer),
    }))
}

/** Values that can be edited inline. */
function changes({ block, row }: RecordInFront, group: string): PaletteChoice[] {
  const { changes: inPlace } = block
  if (inPlace === undefined) return []
  return block.columns
    .filter(({ key }) => row.changes?.[inPlace.columns[key] ?? ''] === true)
    .map(({ key, label }) => ({
      key: `change ${key}`,
      label: words.records.change(label),
      group,
      icon: <IconPencil size={16} aria-hidden="true" />,
      choose: () => afterClosing(`[data-changes="${CSS.escape(key)}"]`, (element) => element.click()),
    }))
}

/** The palette first restores the focus. */
function afterClosing(selector: string, use: (element: HTMLElement) => void): void {
  window.setTimeout(() => {
    const element = document.querySelector<HTMLElement>(selector)
    if (element !== null) use(element)
  })
}

export function useSeenChoices(): PaletteChoice[] {
  const caller = useApp().caller?.id ?? ''
  const navigate = useNavigate()
  const address = pathShown()
  return seenBy(caller)
    .filter((each) => each.address !== address)
    .map((each) => ({
      key: `seen ${each.address}`,
      label: each.title,
      group: words.records.seen,
      icon: <IconHistory size={16} aria-hidden="true" />,
      choose: () => void navigate({ to: each.address }),
    }))
}

export function useOwnChoices(): PaletteChoice[] {
  const { caller } = useApp()
  const { leave } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const looks = (['auto', 'light', 'dark'] as const)
    .filter((look) => look !== colorScheme)
    .map((look) => ({
      key: `look ${look}`,
      label: `${words.roles.appearance}: ${words.roles.appearances[look]}`,
      group: words.roles.account,
      icon: <IconMoon size={16} aria-hidden="true" />,
      choose: () => setColorScheme(look),
    }))
  if (caller === null) return looks
  return [
    ...looks,
    {
      key: 'sign out',
      label: words.roles.signOut,
      group: words.roles.account,
      icon: <IconLogout size={16} aria-hidden="true" />,
      choose: () => void leave(null),
    },
  ]
}
