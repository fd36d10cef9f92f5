// Actions on a list as a whole: download it as a file, and import records.

import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { MenuButton } from '../../popups/popup-button.tsx'
import { blockAddress } from '../../../client/addresses.ts'
import { words } from '../../words/words.ts'
import type { FilteredListProps } from '../lists/list-props.ts'

const ListMenuItems = lazyPart(() => import('./list-menu-items.tsx'), { missingAs: 'line' })
const ImportDialog = lazyPart(() => import('../import/import-dialog.tsx'), { missingAs: 'dialog' })

interface MenuProps extends FilteredListProps {
  readonly label: string
}

export function ListMenu({ screen, block, index, asked, label, address: shown, change }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  // Stays mounted once opened, so that closing it loses nothing.
  const [wasOpened, setWasOpened] = useState(false)
  if (block.form.kind === 'chart') return null
  const address = blockAddress(screen.key, index, {})
  const open = (): void => {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <MenuButton
        position="bottom-end"
        button={(props) => (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.files.listMenu(label)} {...props}>
            <IconDots size={18} />
          </ActionIcon>
        )}
      >
        <ListMenuItems
          {...{ block, asked, address, change }}
          group={shown.group}
          isCompact={shown.isCompact === true}
          openImport={open}
        />
      </MenuButton>
      {wasOpened && (
        <Suspense fallback={null}>
          <ImportDialog address={address} label={label} isOpen={isOpen} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
