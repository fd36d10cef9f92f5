// Point 1, drawn: the product and its users.

import { Text } from '@mantine/core'
import { Nothing } from '../nothing.tsx'
import type { PictureProps } from './picture-props.ts'
import { Rows } from '../rows.tsx'
import { SourceLink } from '../editor/source-link.tsx'
import styles from '../studio.module.css'

export function PurposePicture({ model, document }: PictureProps) {
  const { purpose, users, terms } = model.purpose
  if (purpose === null && users.length === 0) return <Nothing point="purpose" />
  return (
    <div className={styles.page}>
      {purpose !== null && (
        <Text size="lg" maw={680}>
          {purpose}
        </Text>
      )}
      {users.length > 0 && (
        <Rows label="Intended users" columns={['User', 'Role', 'Comes to', 'Text']}>
          {users.map(({ user, role, comesTo, span }) => (
            <tr key={user}>
              <th scope="row">{user}</th>
              <td>{role}</td>
              <td>{comesTo}</td>
              <td>
                <SourceLink document={document} span={span} of={user} />
              </td>
            </tr>
          ))}
        </Rows>
      )}
      {terms.length > 0 && (
        <Rows label="Terms" columns={['Term', 'Means']}>
          {terms.map(({ term, means }) => (
            <tr key={term}>
              <th scope="row">{term}</th>
              <td>{means}</td>
            </tr>
          ))}
        </Rows>
      )}
    </div>
  )
}
