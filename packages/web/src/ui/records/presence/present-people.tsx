// The other people who are at the record of a live page: their faces, with their names for pointers and screen readers.

import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PresentAt, presentQuery } from '../../../client/records/present-people.ts'
import { useApp } from '../../app-context.ts'
import { words } from '../../words/words.ts'
import { Face } from '../face.tsx'
import styles from './present-people.module.css'
import { presenceWords } from './words-presence.ts'

/** More people are a number. */
const FACES_MAX = 4

export function PresentPeople(at: PresentAt) {
  const { data } = useQuery(presentQuery(at))
  const me = useApp().caller?.id
  const others = (data?.items ?? []).filter(({ id }) => String(id) !== String(me))
  if (data === undefined || others.length === 0) return null
  const text = words.presence ?? presenceWords
  const isAmong = others.length < data.items.length
  const shown = others.slice(0, FACES_MAX)
  const more = data.total - (isAmong ? 1 : 0) - shown.length
  return (
    <ul className={styles.people} aria-label={text.here}>
      {shown.map(({ id, label }) => (
        <Tooltip key={id} label={`${text.here}: ${label ?? '…'}`}>
          <li>
            <Face name={label ?? '…'} size={24} />
            <span className="visually-hidden">{label ?? '…'}</span>
          </li>
        </Tooltip>
      ))}
      {more > 0 && (
        <li className={styles.more}>
          <span aria-hidden="true">+{more}</span>
          <span className="visually-hidden">{text.more(more)}</span>
        </li>
      )}
    </ul>
  )
}
