// Uses of a name, each with its line.

import type { Use } from '@ninefold/core/pictures/uses.ts'
import type { PictureProps } from './points/picture-props.ts'
import { SourceLink } from './editor/source-link.tsx'
import styles from './studio.module.css'

interface UsesProps {
  readonly uses: readonly Use[] | undefined
  readonly none: string
  readonly document: PictureProps['document']
}

export function Uses({ uses = [], none, document }: UsesProps) {
  if (uses.length === 0) return <span className={styles.soft}>{none}</span>
  return (
    <ul className={styles.plainList}>
      {uses.map(({ place, words, span }) => (
        <li key={span.start} title={words}>
          {place} <SourceLink document={document} span={span} of={place} />
        </li>
      ))}
    </ul>
  )
}
