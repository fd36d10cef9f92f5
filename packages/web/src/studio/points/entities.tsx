// Point 3, drawn: the entity diagram, and their fields.

import { useMemo } from 'react'
import { entityDiagram } from '@ninefold/core/pictures/entities.ts'
import { Diagram } from './diagram.tsx'
import { Nothing } from '../nothing.tsx'
import type { PictureProps } from './picture-props.ts'
import { Rows } from '../rows.tsx'
import { SourceLink } from '../editor/source-link.tsx'
import { lineAt } from '../editor/use-document.ts'
import styles from '../studio.module.css'

/** More fields would make boxes that cover others; the table has all of them. */
const FIELDS_DRAWN = 9

export function EntitiesPicture({ model, document }: PictureProps) {
  const { entities, references } = useMemo(() => entityDiagram(model), [model])
  const drawn = useMemo(
    () => ({
      boxes: entities.map(({ name, fields, span }) => {
        const own = fields.filter(({ isBuiltIn }) => !isBuiltIn)
        const lines = own.slice(0, FIELDS_DRAWN).map((field) => `${field.name}: ${field.type}`)
        const more = own.length - lines.length
        return {
          id: name,
          title: name,
          lines: more > 0 ? [...lines, `… ${more} more`] : lines,
          line: lineAt(document, span),
        }
      }),
      arrows: references.map(({ from, to, field, count }) => ({
        from,
        to,
        label: count === 'many' ? `${field} (many)` : field,
      })),
    }),
    [entities, references, document],
  )
  if (entities.length === 0) return <Nothing point="entities" />
  return (
    <div className={styles.page}>
      <Diagram {...drawn} />
      {entities.map(({ name, partOf, fields, span }) => (
        <section key={name} className={styles.page} id={name} aria-labelledby={`entity-${name}`}>
          <div className={styles.cardHead}>
            <h2 id={`entity-${name}`}>{name}</h2>
            {partOf !== null && <span className={styles.rule}>part of {partOf}</span>}
            <SourceLink document={document} span={span} of={name} />
          </div>
          <Rows label={name} columns={['Field', 'Type', 'Rules', 'Meaning', 'Text']}>
            {fields
              .filter(({ isBuiltIn }) => !isBuiltIn)
              .map((field) => (
                <tr key={field.name}>
                  <th scope="row">{field.name}</th>
                  <td>{field.type}</td>
                  <td>
                    {field.rules.map((rule) => (
                      <span key={rule} className={styles.rule}>
                        {rule}
                      </span>
                    ))}
                  </td>
                  <td>{field.meaning}</td>
                  <td>
                    <SourceLink document={document} span={field.span} of={`${name}.${field.name}`} />
                  </td>
                </tr>
              ))}
          </Rows>
        </section>
      ))}
    </div>
  )
}
