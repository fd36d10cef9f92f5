// What is done with a list as a whole: have it as a file, and make records from one.

import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconKeyboard, IconPrinter, IconUpload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { BETWEEN_CELLS } from '@ninefold/core/contract/inputs/csv.ts'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { blockAddress, queryOf } from '../../../client/addresses.ts'
import type { Parameters } from '../../../client/query/queries.ts'
import { browserLanguages, writesDecimalCommas } from '../../../client/input/language.ts'
import { words } from '../../words/words.ts'
import { openShortcuts } from '../palette/shortcuts-opener.tsx'

const ImportDialog = lazyPart(() => import('../import/import-dialog.tsx'), { missingAs: 'dialog' })

interface MenuProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly index: number
  /** What the list is asked with. */
  readonly asked: Parameters
  readonly label: string
}

/** Programs that calculate take a comma between cells for a decimal one where decimals have a comma. */
function writtenFor(languages: readonly string[]): Parameters {
  return writesDecimalCommas(languages) ? { [BETWEEN_CELLS]: 'semicolon' } : {}
}

export function ListMenu({ screen, block, index, asked, label }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  // It stays once it was opened: what is in it is not lost by closing it.
  const [wasOpened, setWasOpened] = useState(false)
  const { page: _, ...query } = asked
  if (block.form.kind === 'chart') return null
  const address = blockAddress(screen.key, index, {})
  const open = (): void => {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.files.listMenu(label)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={`${address}/rows.csv${queryOf({ ...query, ...writtenFor(browserLanguages()) })}`}
            download
            leftSection={<IconDownload size={15} aria-hidden="true" />}
          >
            {words.files.download}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPrinter size={15} aria-hidden="true" />}
            // Once the menu has closed: it would be on the paper.
            onClick={() => setTimeout(() => window.print())}
          >
            {words.tables.lists.print}
          </Menu.Item>
          {block.takesFile === true && (
            <Menu.Item leftSection={<IconUpload size={15} aria-hidden="true" />} onClick={open}>
              {words.files.import}
            </Menu.Item>
          )}
          {block.form.kind === 'table' && (
            <Menu.Item leftSection={<IconKeyboard size={15} aria-hidden="true" />} onClick={openShortcuts}>
              {words.tables.keys.open}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {wasOpened && (
        <Suspense fallback={null}>
          <ImportDialog address={address} label={label} isOpen={isOpen} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
