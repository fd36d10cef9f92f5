// Edit conflict: the present value beside the entered one, and the choice between them. Nothing typed is lost, and
// nobody's change is overwritten unseen.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useId } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { InputControl } from '../entities/inputs.tsx'
import { FormPlaces, type Places } from '../rows/form-places.ts'
import { words } from '../words/words.ts'
import type { Conflict, InputForm } from './use-input-form.ts'
import styles from './validation.module.css'

/** A list of objects as it is now has no messages. */
const NO_PLACES: Places = {
  errorAt: () => null,
  leave: () => undefined,
  idAt: (place) => `theirs-${place}`,
  computedIn: () => null,
  Control: InputControl,
}

export function Conflicts({ conflicts, settle }: Pick<InputForm, 'conflicts' | 'settle'>) {
  if (conflicts.length === 0) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconUsers size={18} />} title={words.validation.conflict} role="alert">
      <Stack gap="md">
        <Text size="sm">{words.validation.conflictNote}</Text>
        {conflicts.map((conflict) => (
          <ConflictOf key={nameOf(conflict.field)} conflict={conflict} settle={settle} />
        ))}
      </Stack>
    </Alert>
  )
}

function ConflictOf({
  conflict: { field, theirs },
  settle,
}: {
  readonly conflict: Conflict
  readonly settle: (field: InputField, which: 'theirs' | 'mine') => void
}) {
  const id = useId()
  return (
    <div>
      <fieldset disabled className={styles.theirs}>
        <FormPlaces value={NO_PLACES}>
          <InputControl
            field={{
              ...field,
              label: words.validation.theirs(field.label),
              help: null,
              isNeeded: false,
              isRequired: false,
            }}
            id={id}
            value={theirs}
            error={null}
            autoComplete={undefined}
            change={() => undefined}
            leave={() => undefined}
          />
        </FormPlaces>
      </fieldset>
      <Group gap="xs" mt={6}>
        <Button variant="default" onClick={() => settle(field, 'theirs')}>
          {words.validation.takeTheirs}
        </Button>
        <Button variant="default" onClick={() => settle(field, 'mine')}>
          {words.validation.keepMine}
        </Button>
      </Group>
    </div>
  )
}
