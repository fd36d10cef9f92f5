// Renaming a name everywhere, or the reason why that would change the meaning.

import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Edit } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { Document } from '@ninefold/core/service/document.ts'
import { renameableAt, renameAt } from '@ninefold/core/service/rename.ts'
import { words } from '../words.ts'

interface RenameDialogProps {
  readonly document: Document
  /** The position of the cursor; null: no rename. */
  readonly offset: number | null
  readonly close: () => void
  readonly rename: (edits: readonly Edit[]) => void
}

export function RenameDialog({ document, offset, close, rename }: RenameDialogProps) {
  const found = offset === null ? null : renameableAt(document, offset)
  return (
    <Modal opened={offset !== null} onClose={close} title={words.rename}>
      {offset !== null && found === null && <Text size="sm">{words.renameNothing}</Text>}
      {offset !== null && found !== null && (
        <NewName
          key={found.name}
          present={found.name}
          ask={(name) => renameAt(document, offset, name)}
          rename={rename}
          close={close}
        />
      )}
    </Modal>
  )
}

interface NewNameProps {
  readonly present: string
  readonly ask: (name: string) => ReturnType<typeof renameAt>
  readonly rename: (edits: readonly Edit[]) => void
  readonly close: () => void
}

function NewName({ present, ask, rename, close }: NewNameProps) {
  const [name, setName] = useState(present)
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = (): void => {
    const outcome = ask(name.trim())
    if (outcome.kind === 'refused') return setRefusal(outcome.why)
    rename(outcome.edits)
    close()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextInput
        data-autofocus
        label={words.renameTo(present)}
        value={name}
        error={refusal}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
        <Button type="submit">{words.rename}</Button>
      </Group>
    </form>
  )
}
