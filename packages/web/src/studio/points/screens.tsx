// Point 2, drawn: the map of the screens.

import { useMemo } from 'react'
import { screenMap } from '@ninefold/core/pictures/screens.ts'
import { Diagram } from './diagram.tsx'
import { Nothing } from '../nothing.tsx'
import type { PictureProps } from './picture-props.ts'
import { Rows } from '../rows.tsx'
import { SourceLink } from '../editor/source-link.tsx'
import { lineAt } from '../editor/use-document.ts'
import { words } from '../words.ts'
import styles from '../studio.module.css'

export function ScreensPicture({ model, document }: PictureProps) {
  const { screens, ways } = useMemo(() => screenMap(model), [model])
  const drawn = useMemo(
    () => ({
      boxes: screens.map(({ name, path, shows, isProvisional, span }) => ({
        id: name,
        title: name,
        lines: [...(path === null ? [] : [path]), ...shows.map((each) => each.words)],
        isMarked: path === '/',
        isProvisional,
        line: lineAt(document, span),
      })),
      arrows: [...Map.groupBy(ways, ({ from, to }) => JSON.stringify([from, to])).values()].flatMap((same) => {
        const [first] = same
        return first === undefined ? [] : [{ ...first, label: same.map((way) => way.words).join(', ') }]
      }),
    }),
    [screens, ways, document],
  )
  if (screens.length === 0) return <Nothing point="screens" />
  return (
    <div className={styles.page}>
      <Diagram {...drawn} />
      <Rows label="Screens" columns={['Screen', 'Route', 'Who', 'Shows', 'Can', 'Leads to', 'Text']}>
        {screens.map(({ name, path, who, shows, does, isProvisional, span }) => (
          <tr key={name}>
            <th scope="row">
              {name}{' '}
              {isProvisional && (
                <span className={styles.rule} data-kind="provisional">
                  {words.standings.provisional}
                </span>
              )}
            </th>
            <td className={styles.method}>{path}</td>
            <td>{who === null ? words.everybody : who.join(', ')}</td>
            <td>{shows.map((each) => each.words).join(', ')}</td>
            <td>{[...new Set(does.map((each) => each.words))].join(', ')}</td>
            <td>{[...new Set(ways.filter(({ from }) => from === name).map(({ to }) => to))].join(', ')}</td>
            <td>
              <SourceLink document={document} span={span} of={name} />
            </td>
          </tr>
        ))}
      </Rows>
    </div>
  )
}
