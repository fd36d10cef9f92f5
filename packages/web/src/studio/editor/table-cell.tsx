// One cell of a table of the text. While it is focused, it contains the typed text including white space; the
// specification has the trimmed one. Completions are shown below it.

import { Popover } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import { completionsAt } from '@ninefold/core/service/completion.ts'
import type { Document } from '@ninefold/core/service/document.ts'
import type { Completion } from '@ninefold/core/service/offers.ts'
import { type EditedCell, offsetInCell } from '@ninefold/core/service/table-edits.ts'
import { tableWords } from './table-words.ts'
import styles from './table-grid.module.css'

interface TableCellProps {
  readonly document: Document
  readonly cell: EditedCell
  readonly label: string
  /** Row and column, for finding the cell. */
  readonly at: string
  readonly describedBy: string | undefined
  readonly severity: Diagnostic['severity'] | null
  readonly write: (words: string) => void
  readonly pressed: (event: KeyboardEvent) => void
}

/** As many as a person looks through. */
const OFFERED_MAX = 9

export function TableCell({ document, cell, label, at, describedBy, severity, write, pressed }: TableCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(-1)
  const id = useId()
  const words = typed !== null && typed.trim() === cell.words ? typed : cell.words
  const offers = caret === null ? [] : offersAt(document, cell, words, caret)
  const isOpen = offers.length > 0
  const close = (): void => {
    setCaret(null)
    setActive(-1)
  }
  const type = (next: string, at: number | null): void => {
    setTyped(next)
    setCaret(at)
    setActive(-1)
    write(next)
  }
  const take = ({ start, insert }: Offer): void => {
    const next = words.slice(0, start) + insert + words.slice(caret ?? words.length)
    type(next, null)
  }
  const pressedHere = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey
    const offer = offers[active]
    if (event.ctrlKey && event.key === ' ') setCaret(event.currentTarget.selectionStart)
    else if (isOpen && isPlain && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const by = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + by + offers.length) % offers.length)
    } else if (isOpen && isPlain && event.key === 'Enter' && offer !== undefined) take(offer)
    else if (isOpen && isPlain && event.key === 'Escape') close()
    else {
      if (event.key === 'Enter' || event.key.startsWith('Arrow')) close()
      return pressed(event)
    }
    event.preventDefault()
  }
  return (
    <td className={styles.cell} data-severity={severity ?? undefined}>
      <input
        className={styles.input}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-invalid={severity === 'error' || undefined}
        aria-describedby={describedBy}
        data-cell={at}
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={({ currentTarget }) => type(currentTarget.value, currentTarget.selectionStart)}
        onClick={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={pressedHere}
        onBlur={() => {
          setTyped(null)
          close()
        }}
      />
      <Offers id={id} offers={offers} active={active} take={take} />
    </td>
  )
}

interface OffersProps {
  readonly id: string
  readonly offers: readonly Offer[]
  readonly active: number
  readonly take: (offer: Offer) => void
}

function Offers({ id, offers, active, take }: OffersProps) {
  return (
    <Popover
      opened={offers.length > 0}
      position="bottom-start"
      offset={2}
      withRoles={false}
      hideDetached={false}
      shadow="md"
    >
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        <ul id={id} role="listbox" aria-label={tableWords.possible} className={styles.offers}>
          {offers.map((offer, index) => (
            <li
              key={`${offer.kind} ${offer.label}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.offer}
              // Keeps the focus in the cell.
              onMouseDown={(event) => {
                event.preventDefault()
                take(offer)
              }}
            >
              {offer.label}
              {offer.detail !== null && <span className={styles.detail}>{offer.detail}</span>}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

interface Offer extends Pick<Completion, 'label' | 'kind' | 'detail' | 'insert'> {
  /** The start of the completed text within the cell. */
  readonly start: number
}

/** Completions of the language service at the caret, for the typed text. */
function offersAt(document: Document, cell: EditedCell, words: string, caret: number): Offer[] {
  const offset = offsetInCell(cell, words, caret)
  const offers = completionsAt(document, offset).flatMap(({ label, kind, detail, insert, span }): Offer[] => {
    const typed = document.text.slice(span.start, offset).replaceAll('\\|', '|')
    // Types are also found by their everyday names.
    const isCalled = kind === 'keyword' && typed !== '' && detail?.startsWith(typed.toLowerCase()) === true
    const isFitting = (isCalled || label.toLowerCase().includes(typed.toLowerCase())) && label !== typed
    return isFitting ? [{ label, kind, detail, insert, start: caret - typed.length }] : []
  })
  return offers.slice(0, OFFERED_MAX)
}
