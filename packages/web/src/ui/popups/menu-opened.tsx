// The menu of a button.

import { Menu } from '@mantine/core'
import { ButtonAsTarget, useOpenedLater, type OpenedProps } from './opened.ts'

interface MenuProps extends OpenedProps {
  readonly width?: number
}

export default function MenuOpened({ id, button, isOpen, close, position, width, children }: MenuProps) {
  return (
    <Menu
      id={id}
      opened={useOpenedLater(isOpen)}
      onChange={(to) => !to && close()}
      position={position}
      withInitialFocusPlaceholder={false}
      {...(width === undefined ? {} : { width })}
    >
      <Menu.Target>
        <ButtonAsTarget button={button} />
      </Menu.Target>
      {/* A menu that is higher than the window is scrolled, from its beginning. */}
      <Menu.Dropdown mah="calc(100dvh - 90px)" style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
