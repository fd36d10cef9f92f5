// The main content of a screen → its icon in the navigation.

import {
  IconBinaryTree2,
  IconCalendar,
  IconChartBar,
  IconForms,
  IconFileText,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconLayoutKanban,
  IconListDetails,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import { createElement } from 'react'
import type { AppForm, AppScreen } from '@ninefold/core/contract/wire/app.ts'

const OF_LISTS: Readonly<Record<AppForm['kind'], Icon>> = {
  table: IconListDetails,
  cards: IconLayoutGrid,
  board: IconLayoutKanban,
  calendar: IconCalendar,
  tree: IconBinaryTree2,
  chart: IconChartBar,
}

interface IconProps {
  readonly screen: AppScreen | undefined
  readonly className: string | undefined
}

export function ScreenIcon({ screen, className = '' }: IconProps) {
  return createElement(signOf(screen), { size: 16, 'aria-hidden': true, className })
}

function signOf(screen: AppScreen | undefined): Icon {
  const blocks = screen?.blocks ?? []
  const actions = screen?.actions ?? []
  // Words introduce the rest.
  const first = blocks.find(({ kind }) => kind !== 'choices' && kind !== 'text')
  if (first === undefined) {
    // A screen that only has a form, such as an account page.
    if (actions.some(({ kind }) => kind === 'sign out')) return IconUser
    const words = blocks.filter(({ kind }) => kind === 'text')
    return words.length > 0 && [actions, ...words.map((block) => block.actions)].every(({ length }) => length === 0)
      ? IconFileText
      : IconForms
  }
  switch (first.kind) {
    case 'list':
      return OF_LISTS[first.form.kind]
    case 'record':
      return IconFileText
    case 'form':
      return IconForms
    default:
      return IconLayoutDashboard
  }
}
