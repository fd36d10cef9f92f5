// The panel of a button.

import { Popover } from '@mantine/core'
import { ButtonAsTarget, useOpenedLater, type OpenedProps } from './opened.ts'

interface PanelProps extends OpenedProps {
  readonly label: string
}

export default function PanelOpened({ button, isOpen, close, position, label, children }: PanelProps) {
  return (
    <Popover
      opened={useOpenedLater(isOpen)}
      onChange={(to) => !to && close()}
      position={position}
      returnFocus
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <ButtonAsTarget button={button} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
