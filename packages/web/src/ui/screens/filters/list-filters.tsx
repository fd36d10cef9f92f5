// The filters of a list: each is there to be set, and once it is set says what it leaves, and is taken away with one press.
// The control of a filter is loaded when a person opens one.

import { CloseButton, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { type AppFilter, denialIn, ME, NO_VALUE, valuesIn } from '@ninefold/core/contract/inputs/list-filters.ts'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { chosenQuery } from '../../../client/query/queries.ts'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import { filterText } from './filter-text.ts'
import type { ChangeAddress } from '../lists/list-props.ts'
import styles from './filters.module.css'

const FilterEditor = lazyPart(() => import('./filter-editor.tsx'))

export interface FilterProps {
  readonly filter: AppFilter
  readonly value: string | null
  readonly change: ChangeAddress
}

export function ListFilter({ filter, value, change }: FilterProps) {
  const [isOpen, setOpen] = useState(false)
  // However often somebody sets it while it is open, going back is one step.
  const isStep = useRef(false)
  const text = useFilterText(filter, value)
  const name = words.screens.filter(filter.label)
  const open = (to: boolean): void => {
    isStep.current = false
    setOpen(to)
  }
  const set = (next: string | null): void => {
    change({ [filter.name]: next ?? undefined }, { replace: isStep.current })
    isStep.current = true
  }
  return (
    <Popover opened={isOpen} onChange={open} position="bottom-start" returnFocus withRoles={false} shadow="md">
      <span className={styles.pill} data-active={value !== null || undefined}>
        <Popover.Target>
          <button
            type="button"
            data-printed={value !== null || undefined}
            className={styles.open}
            aria-label={text === null ? name : `${name}: ${text}`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => open(!isOpen)}
          >
            {text === null ? (
              <>
                <span className={styles.label}>{filter.label}</span>
                <IconChevronDown size={13} aria-hidden="true" />
              </>
            ) : (
              <>
                <span className={styles.label}>{filter.label}:</span> <span className={styles.value}>{text}</span>
              </>
            )}
          </button>
        </Popover.Target>
        {value !== null && (
          <CloseButton
            size="xs"
            className={styles.remove}
            aria-label={words.tables.lists.removeFilter(filter.label)}
            onClick={() => {
              open(false)
              change({ [filter.name]: undefined })
            }}
          />
        )}
      </span>
      <Popover.Dropdown role="dialog" aria-label={name}>
        <Suspense fallback={null}>
          {isOpen && <FilterEditor filter={filter} value={value} set={set} close={() => open(false)} />}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Null: it is not set. */
function useFilterText(filter: AppFilter, value: string | null): string | null {
  const formats = useFormats()
  const entity = filter.filter.kind === 'reference' ? filter.filter.entity : ''
  const ids =
    entity === '' || value === null
      ? []
      : valuesIn(denialIn(value).of).filter((each) => each !== NO_VALUE && each !== ME)
  const named = useQuery({ ...chosenQuery(entity, 'id', ids), enabled: ids.length > 0 })
  if (value === null) return null
  const labels = new Map(named.data?.options.map((each) => [each.value, each.label]))
  return filterText(filter, value, formats, labels)
}
