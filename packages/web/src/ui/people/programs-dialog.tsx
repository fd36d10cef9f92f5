// Programs that act for a person, for callers who may suspend them: each can be revoked here.

import { Loader, Modal, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Person, ProgramsOfPerson } from '@ninefold/core/contract/wire/people.ts'
import { endProgram, programsQuery } from '../../client/people.ts'
import { AppRow, KeyRow } from '../account/program-rows.tsx'
import { ProblemAlert, sentenceOf } from '../errors.tsx'
import { peopleText } from '../roles/page-words.ts'
import { words } from '../words/words.ts'
import styles from './people-page.module.css'

interface ProgramsDialogProps {
  readonly person: Person
  readonly isOpen: boolean
  readonly close: () => void
}

export function ProgramsDialog({ person: { id, label }, isOpen, close }: ProgramsDialogProps) {
  const text = peopleText()
  const { data, error } = useQuery({ ...programsQuery(id), enabled: isOpen })
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={text.programsOf(label)}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack>
        <ProblemAlert items={error === null ? [] : [{ message: sentenceOf(error) }]} />
        <Text c="dimmed">{text.programsNote}</Text>
        {data === undefined && error === null && <Loader size={18} />}
        {data !== undefined && <Programs person={id} label={text.programsOf(label)} programs={data} />}
      </Stack>
    </Modal>
  )
}

interface ProgramsProps {
  readonly person: string
  readonly label: string
  readonly programs: ProgramsOfPerson
}

function Programs({ person, label, programs: { keys, apps } }: ProgramsProps) {
  const client = useQueryClient()
  if (keys.length + apps.length === 0) return <Text>{peopleText().noPrograms}</Text>
  return (
    <ul className={styles.people} aria-label={label}>
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} end={() => endProgram(client, person, { kind: 'key', id: key.id })} />
      ))}
      {apps.map((app) => (
        <AppRow key={app.id} connected={app} end={() => endProgram(client, person, { kind: 'app', id: app.id })} />
      ))}
    </ul>
  )
}
