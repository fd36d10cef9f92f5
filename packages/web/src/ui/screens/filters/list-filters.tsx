// The filters of a list. A set filter says what it leaves, and one press removes it. The control of a filter is loaded
// when a person opens it.

import { CloseButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type AppFilter, denialIn, ME, NO_VALUE, valuesIn } from '@ninefold/core/contract/inputs/list-filters.ts'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { PanelButton } from '../../popups/popup-button.tsx'
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

/** `isPicked`: a person has just asked for it, so it opens. */
export function ListFilter({ filter, value, change, isPicked = false }: FilterProps & { readonly isPicked?: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isPicked) place.current?.querySelector('button')?.click()
  }, [isPicked])
  const text = useFilterText(filter, value)
  const name = words.screens.filter(filter.label)
  return (
    <span ref={place} className={styles.pill} data-active={value !== null || undefined}>
      <PanelButton
        position="bottom-start"
        label={name}
        button={(props) => (
          <button
            type="button"
            data-printed={value !== null || undefined}
            className={styles.open}
            aria-label={text === null ? name : `${name}: ${text}`}
            {...props}
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
        )}
      >
        {(close) => <OpenFilter {...{ filter, value, change, close }} />}
      </PanelButton>
      {value !== null && (
        <CloseButton
          size="xs"
          className={styles.remove}
          aria-label={words.tables.lists.removeFilter(filter.label)}
          onClick={() => change({ [filter.name]: undefined })}
        />
      )}
    </span>
  )
}

/** All changes while the filter is open count as a single step in the browser's history. */
function OpenFilter({ filter, value, change, close }: FilterProps & { readonly close: () => void }) {
  const isStep = useRef(false)
  const set = (next: string | null): void => {
    change({ [filter.name]: next ?? undefined }, { replace: isStep.current })
    isStep.current = true
  }
  return <FilterEditor filter={filter} value={value} set={set} close={close} />
}

/** Null: the filter is not set. */
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
