// Point 5, drawn: the rules in words, with their messages.

import { useMemo } from 'react'
import { rulesInWords } from '@ninefold/core/pictures/validation.ts'
import { Nothing } from '../nothing.tsx'
import type { PictureProps } from './picture-props.ts'
import { Rows } from '../rows.tsx'
import { SourceLink } from '../editor/source-link.tsx'
import styles from '../studio.module.css'

export function ValidationPicture({ model, document }: PictureProps) {
  const rules = useMemo(() => rulesInWords(model), [model])
  if (rules.length === 0) return <Nothing point="validation" />
  return (
    <Rows label="Rules" columns={['Rule', 'Of', 'When', 'Must hold', 'Otherwise people read', 'Text']}>
      {rules.map(({ name, entity, when, onlyIf, holds, otherwise, message, span }) => (
        <tr key={`${name} ${span.start}`}>
          <th scope="row">{name}</th>
          <td>{entity}</td>
          <td>
            {when}
            {onlyIf !== null && <span className={styles.soft}>, if {onlyIf}</span>}
          </td>
          <td>{holds}</td>
          <td>
            {message} <span className={`${styles.soft} ${styles.small}`}>{otherwise}</span>
          </td>
          <td>
            <SourceLink document={document} span={span} of={name} />
          </td>
        </tr>
      ))}
    </Rows>
  )
}
