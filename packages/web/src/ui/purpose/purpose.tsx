// Point 1 on the screen: purpose and users, where there is nothing else to show.

import { Stack, Text, Title } from '@mantine/core'
import { useApp } from '../app-context.ts'
import { Mark } from '../brand/monogram.tsx'
import { useTitle } from '../use-title.ts'
import { words } from '../words/words.ts'

export function PurposePage() {
  const app = useApp()
  useTitle(app.name)
  return (
    <Stack gap="md" py="xl" maw={620}>
      <Mark size={44} />
      <Title order={1}>{app.name}</Title>
      <Text size="lg">{app.purpose ?? words.purpose.notStated}</Text>
      <Text c="dimmed">{words.purpose.nothingToOpen}</Text>
    </Stack>
  )
}
