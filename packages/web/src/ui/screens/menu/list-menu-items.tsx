// The items of a list's menu, which is loaded when somebody opens it.

import { inTenant } from '../../../client/tenant-base.ts'
import { Menu } from '@mantine/core'
import { IconCheck, IconDownload, IconKeyboard, IconPrinter, IconUpload } from '@tabler/icons-react'
import { BETWEEN_CELLS } from '@ninefold/core/contract/inputs/csv.ts'
import { GROUPED_BY, ROW_DENSITY } from '@ninefold/core/contract/screens/views.ts'
import { groupColumns } from '../../../client/lists/list-groups.ts'
import { queryOf } from '../../../client/addresses.ts'
import type { Parameters } from '../../../client/query/queries.ts'
import { browserLanguages, writesDecimalCommas } from '../../../client/input/language.ts'
import { shortcutText } from '../../words/shortcuts/shortcut-text.ts'
import { isDense, setDense } from '../../brand/density.ts'
import { useIsPhone } from '../../use-is-phone.ts'
import { words } from '../../words/words.ts'
import { openShortcuts } from '../palette/shortcuts-opener.tsx'
import type { FilteredListProps } from '../lists/list-props.ts'

interface ItemsProps extends Pick<FilteredListProps, 'block' | 'asked' | 'change'> {
  /** Key of the column whose values are groups. */
  readonly group: string | null
  /** The open view has compact rows. */
  readonly isCompact: boolean
  /** The address of the list. */
  readonly address: string
  readonly openImport: () => void
}

/** Spreadsheet programs separate cells by semicolons where the decimal separator is a comma. */
function writtenFor(languages: readonly string[]): Parameters {
  return writesDecimalCommas(languages) ? { [BETWEEN_CELLS]: 'semicolon' } : {}
}

export default function ListMenuItems({ block, asked, address, group, isCompact, change, openImport }: ItemsProps) {
  const { page: _, ...query } = asked
  const columns = groupColumns(block)
  const isPhone = useIsPhone()
  // On a phone its rows are cards.
  const isTable = block.form.kind === 'table' && !isPhone
  return (
    <>
      <Menu.Item
        component="a"
        href={inTenant(`${address}/rows.csv${queryOf({ ...query, ...writtenFor(browserLanguages()) })}`)}
        download
        leftSection={<IconDownload size={15} aria-hidden="true" />}
      >
        {words.files.download}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconPrinter size={15} aria-hidden="true" />}
        // Printing waits until the menu has closed; otherwise the menu would be printed.
        onClick={() => setTimeout(() => window.print())}
      >
        {words.tables.lists.print}
      </Menu.Item>
      {block.takesFile === true && (
        <Menu.Item leftSection={<IconUpload size={15} aria-hidden="true" />} onClick={openImport}>
          {words.files.import}
        </Menu.Item>
      )}
      {columns.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>{words.tables.lists.groupBy}</Menu.Label>
          {columns.map(({ key, label }) => (
            <Choice
              key={key}
              label={label}
              isChosen={key === group}
              choose={() => change({ [GROUPED_BY]: key === group ? undefined : key })}
            />
          ))}
          <Menu.Divider />
        </>
      )}
      {isTable && <DensityChoice {...{ isCompact, change }} />}
      {isTable && (
        <Menu.Item leftSection={<IconKeyboard size={15} aria-hidden="true" />} onClick={openShortcuts}>
          {shortcutText().open}
        </Menu.Item>
      )}
    </>
  )
}

/** Chosen again, it is taken back. */
function Choice(props: { readonly label: string; readonly isChosen: boolean; readonly choose: () => void }) {
  return (
    <Menu.Item
      aria-current={props.isChosen || undefined}
      leftSection={
        <IconCheck size={15} aria-hidden="true" style={{ visibility: props.isChosen ? 'visible' : 'hidden' }} />
      }
      onClick={props.choose}
    >
      {props.label}
    </Menu.Item>
  )
}

/** The density of a view is in the address, and that of all lists is the reader's. */
function DensityChoice({ isCompact, change }: Pick<ItemsProps, 'isCompact' | 'change'>) {
  const choose = (): void => {
    if (isCompact) change({ [ROW_DENSITY]: undefined })
    else setDense(!isDense())
  }
  return <Choice label={words.tables.lists.dense} isChosen={isCompact || isDense()} choose={choose} />
}
