// Point 8, drawn: every error with its message, and where it is raised.

import { useMemo } from 'react'
import { errorsInWords } from '@ninefold/core/pictures/errors.ts'
import { usesOf } from '@ninefold/core/pictures/uses.ts'
import { Nothing } from '../nothing.tsx'
import type { PictureProps } from './picture-props.ts'
import { Rows } from '../rows.tsx'
import { SourceLink } from '../editor/source-link.tsx'
import { Uses } from '../uses.tsx'
import { words } from '../words.ts'
import styles from '../studio.module.css'

export function ErrorsPicture({ model, document }: PictureProps) {
  const uses = useMemo(() => usesOf(document, 'code'), [document])
  const errors = useMemo(() => errorsInWords(model), [model])
  if (errors.length === 0) return <Nothing point="errors" />
  return (
    <Rows label="Errors" columns={['Error', 'Status', 'About', 'What people read', 'Raised', 'Text']}>
      {errors.map(({ code, status, about, message, span }) => (
        <tr key={code}>
          <th scope="row" className={styles.method}>
            {code}
          </th>
          <td>{status}</td>
          <td>{about}</td>
          <td>{message}</td>
          <td>
            <Uses uses={uses.get(code)} none={words.neverRaised} document={document} />
          </td>
          <td>
            <SourceLink document={document} span={span} of={code} />
          </td>
        </tr>
      ))}
    </Rows>
  )
}
