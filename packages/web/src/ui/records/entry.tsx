// One entry: author, time and marks in a line, then the text, then its files.

import type { AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { mentionParts } from '../../client/entering/mentions.ts'
import { isReading } from '../../client/lists/reading-list.ts'
import { RowActions } from '../calls/calls.tsx'
import { Cell } from '../entities/cells.tsx'
import { ChooseRow } from '../screens/lists/chosen-rows.tsx'
import { titleOfRow } from '../screens/lists/list-props.ts'
import { rowActionsOf } from '../screens/lists/row-actions.ts'
import { Face } from './face.tsx'
import styles from './timeline.module.css'

interface EntryProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly row: RowData
}

export function Entry({ screen, block, row }: EntryProps) {
  const telling = block.columns.filter((column) => isTelling(column, row.values[column.key]))
  const texts = telling.filter(({ display }) => isReading(display))
  const files = telling.filter(isFile)
  const heading = block.columns.find(({ display }) => display.kind === 'text' || display.kind === 'email')
  const marks = telling.filter(
    (column) =>
      column !== heading && !texts.includes(column) && !files.includes(column) && !isNamedInText(column, texts, row),
  )
  const name = heading === undefined || !isSomebody(heading) ? null : row.values[heading.key]
  return (
    <>
      {typeof name === 'string' && <Face name={name} size={28} className={styles.face} />}
      <div className={styles.entry} data-marked={marks.some(isFlag) || undefined}>
        <div className={styles.entryHead}>
          {heading !== undefined && (
            <span className={styles.entryName}>
              <Cell column={heading} row={row} isLinked />
            </span>
          )}
          {marks.map((column) => (
            <span key={column.key} className={styles.mark} data-flag={isFlag(column) || undefined}>
              <Cell column={column} row={row} isCompact />
            </span>
          ))}
          <span className={styles.entryActions}>
            <ChooseRow row={row} name={titleOfRow(block, row)} />
            <RowActions screen={screen} actions={rowActionsOf(block)} row={row} isSmall />
          </span>
        </div>
        {texts.map((column) => (
          <Cell key={column.key} column={column} row={row} />
        ))}
        {files.map((column) => (
          <div key={column.key} className={styles.files}>
            <Cell column={column} row={row} />
          </div>
        ))}
      </div>
    </>
  )
}

/** The author is another record. The row's own title gets no avatar. */
function isSomebody({ key }: AppColumn): boolean {
  return key.includes('.')
}

/** Mentioned people are marked in the text. */
function isNamedInText({ key }: AppColumn, texts: readonly AppColumn[], { values }: RowData): boolean {
  const people = values[key]
  const text = texts.find(({ mentions }) => mentions === key)
  if (text === undefined || !Array.isArray(people)) return false
  const names = people.map(String)
  const named = mentionParts(String(values[text.key]), names).filter(({ isMention }) => isMention)
  return names.every((name) => named.some((part) => part.text === `@${name}`))
}

function isFlag({ display }: AppColumn): boolean {
  return display.kind === 'yes/no'
}

function isFile({ display }: AppColumn): boolean {
  return (display.kind === 'list' ? display.of.kind : display.kind) === 'file'
}

function isTelling(column: AppColumn, value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(column.display.kind === 'yes/no' && value === false) &&
    !(Array.isArray(value) && value.length === 0)
  )
}
