// Point 4, drawn: a diagram per state field.

import { useMemo } from 'react'
import { type StateDiagram, stateDiagrams } from '@ninefold/core/pictures/states.ts'
import { Diagram } from './diagram.tsx'
import { Nothing } from '../nothing.tsx'
import type { PictureProps } from './picture-props.ts'
import { Rows } from '../rows.tsx'
import { SourceLink } from '../editor/source-link.tsx'
import { lineAt } from '../editor/use-document.ts'
import { words } from '../words.ts'
import styles from '../studio.module.css'

export function StatesPicture({ model, document }: PictureProps) {
  const diagrams = useMemo(() => stateDiagrams(model), [model])
  if (diagrams.length === 0) return <Nothing point="states" />
  return (
    <div className={styles.page}>
      {diagrams.map((diagram) => (
        <MachineSection key={`${diagram.entity}.${diagram.field}`} diagram={diagram} document={document} />
      ))}
    </div>
  )
}

interface MachineSectionProps {
  readonly diagram: StateDiagram
  readonly document: PictureProps['document']
}

function MachineSection({ diagram, document }: MachineSectionProps) {
  const { entity, field, states, transitions, span } = diagram
  const drawn = useMemo(
    () => ({
      boxes: states.map((state) => ({
        id: state.name,
        title: state.name,
        lines: [
          ...(state.isInitial ? [words.initial] : state.isFinal ? [words.final] : []),
          ...(state.locks.length > 0 ? [words.locked(state.locks.join(', '))] : []),
        ],
        isMarked: state.isInitial,
        line: lineAt(document, state.span),
      })),
      arrows: [
        ...Map.groupBy(
          transitions.flatMap(({ to, ...rest }) => (to === null ? [] : [{ ...rest, to }])),
          ({ from, to }) => JSON.stringify([from, to]),
        ).values(),
      ].flatMap((same) => {
        const [first] = same
        return first === undefined ? [] : [{ ...first, label: [...new Set(same.map(({ name }) => name))].join(', ') }]
      }),
    }),
    [states, transitions, document],
  )
  const name = `${entity}.${field}`
  return (
    <section className={styles.page} aria-labelledby={`machine-${name}`}>
      <div className={styles.cardHead}>
        <h2 id={`machine-${name}`}>{name}</h2>
        <SourceLink document={document} span={span} of={name} />
      </div>
      <Diagram {...drawn} />
      <Rows label={`Transitions of ${name}`} columns={['Transition', 'From', 'To', 'Who', 'Only if', 'Text']}>
        {transitions.map((transition) => (
          <tr key={`${transition.span.start} ${transition.from}`}>
            <th scope="row">{transition.name}</th>
            <td>{transition.from}</td>
            <td>{transition.to ?? words.before}</td>
            <td>{transition.who.join(', ')}</td>
            <td>{transition.onlyIf}</td>
            <td>
              <SourceLink document={document} span={transition.span} of={transition.name} />
            </td>
          </tr>
        ))}
      </Rows>
    </section>
  )
}
