// Point 9, drawn: constants and limits, and their uses.

import { useMemo } from 'react'
import { languagesInWords, limitsInWords } from '@ninefold/core/pictures/limits.ts'
import { usesOf } from '@ninefold/core/pictures/uses.ts'
import { Nothing } from '../nothing.tsx'
import type { PictureProps } from './picture-props.ts'
import { Rows } from '../rows.tsx'
import { SourceLink } from '../editor/source-link.tsx'
import { Uses } from '../uses.tsx'
import { words } from '../words.ts'
import styles from '../studio.module.css'

export function LimitsPicture({ model, document }: PictureProps) {
  const uses = useMemo(() => usesOf(document, 'constant'), [document])
  const limits = useMemo(() => limitsInWords(model), [model])
  const languages = useMemo(() => languagesInWords(model), [model])
  const { constants } = model.limits
  if (constants.length + limits.length + languages.length === 0) return <Nothing point="limits" />
  return (
    <div className={styles.page}>
      {constants.length > 0 && (
        <Rows label="Constants" columns={['Constant', 'Value', 'Used for', 'Used', 'Text']}>
          {constants.map(({ name, text, usedFor, span }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
              <td>{usedFor}</td>
              <td>
                <Uses uses={uses.get(name)} none={words.neverUsed} document={document} />
              </td>
              <td>
                <SourceLink document={document} span={span} of={name} />
              </td>
            </tr>
          ))}
        </Rows>
      )}
      {limits.length > 0 && (
        <Rows label="Limits" columns={['Limit', 'On', 'At most', 'Otherwise', 'Text']}>
          {limits.map(({ name, on, atMost, otherwise, span }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{on}</td>
              <td>{atMost}</td>
              <td>{otherwise}</td>
              <td>
                <SourceLink document={document} span={span} of={name} />
              </td>
            </tr>
          ))}
        </Rows>
      )}
      {languages.length > 0 && (
        <Rows label="Translations" columns={['Language', 'Words', 'Text']}>
          {languages.map(({ language, translated, span }) => (
            <tr key={language}>
              <th scope="row">{language}</th>
              <td>{translated}</td>
              <td>
                <SourceLink document={document} span={span} of={language} />
              </td>
            </tr>
          ))}
        </Rows>
      )}
    </div>
  )
}
