// Point 6, drawn: who may do what to which records, in which state.

import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type AccessInWords, accessInWords } from '@ninefold/core/pictures/access.ts'
import { type RightsCell, type RightsGround, type RightsTable, rightsTables } from '@ninefold/core/pictures/roles.ts'
import { Nothing } from '../nothing.tsx'
import type { PictureProps } from './picture-props.ts'
import { Rows } from '../rows.tsx'
import { SourceLink } from '../editor/source-link.tsx'
import { words } from '../words.ts'
import styles from '../studio.module.css'

export function RolesPicture({ model, document }: PictureProps) {
  const tables = useMemo(() => rightsTables(model), [model])
  const access = useMemo(() => accessInWords(model), [model])
  if (model.roles.roles.length === 0) return <Nothing point="roles" />
  return (
    <div className={styles.page}>
      {access.length > 0 && <Access rows={access} document={document} />}
      {tables.map((table) => (
        <EntityRights key={table.entity} table={table} document={document} />
      ))}
    </div>
  )
}

interface AccessProps {
  readonly rows: readonly AccessInWords[]
  readonly document: PictureProps['document']
}

function Access({ rows, document }: AccessProps) {
  return (
    <Rows label="Access" columns={['Access', 'How', 'Text']}>
      {rows.map(({ name, how, span }) => (
        <tr key={span.start}>
          <th scope="row">{name}</th>
          <td>{how}</td>
          <td>
            <SourceLink document={document} span={span} of={name} />
          </td>
        </tr>
      ))}
    </Rows>
  )
}

interface EntityRightsProps {
  readonly table: RightsTable
  readonly document: PictureProps['document']
}

function EntityRights({ table, document }: EntityRightsProps) {
  const { entity, roles, actions, span } = table
  return (
    <section className={styles.page} aria-labelledby={`rights-${entity}`}>
      <div className={styles.cardHead}>
        <h2 id={`rights-${entity}`}>{entity}</h2>
        <SourceLink document={document} span={span} of={entity} />
      </div>
      <Rows label={`Rights on ${entity}`} columns={[words.action, ...roles]} className={styles.rights}>
        {actions.map(({ action, cells }) => (
          <tr key={action}>
            <th scope="row">{action}</th>
            {cells.map((cell, index) => (
              <td key={roles[index]}>
                <Cell cell={cell} of={`${roles[index] ?? ''}: ${action} ${entity}`} document={document} />
              </td>
            ))}
          </tr>
        ))}
      </Rows>
    </section>
  )
}

interface CellProps {
  readonly cell: RightsCell
  readonly of: string
  readonly document: PictureProps['document']
}

function Cell({ cell, of, document }: CellProps) {
  const { answer, grounds } = cell
  if (answer === 'no')
    return (
      <span className={styles.answer} data-answer="no">
        <IconMinus size={14} aria-hidden="true" />
        {words.no}
      </span>
    )
  const [first] = grounds
  if (answer === 'yes')
    return (
      <span className={styles.answer} data-answer="yes">
        <IconCheck size={14} aria-hidden="true" />
        {words.yes}
        {first !== undefined && <SourceLink document={document} span={first.span} of={of} />}
      </span>
    )
  return (
    <ul className={styles.grounds}>
      {grounds.map((ground) => (
        <li key={`${ground.span.start} ${ground.where}`} className={styles.ground}>
          {groundInWords(ground)} <SourceLink document={document} span={ground.span} of={of} />
        </li>
      ))}
    </ul>
  )
}

function groundInWords({ where, fields, states }: RightsGround): string {
  const parts = [
    ...(where === null ? [] : [where]),
    ...(states === null ? [] : [words.inStates(states.join(', '))]),
    ...(fields === null ? [] : [words.onlyFields(fields.length, fields.join(', '))]),
  ]
  return parts.join('; ')
}
