// A button that follows or unfollows the page's record.

import { Button } from '@mantine/core'
import { IconBellPlus, IconBellRinging } from '@tabler/icons-react'
import type { AppRecord, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import { words } from '../words/words.ts'
import { useLetters } from './letter-keys.tsx'
import { useFollowing } from './use-following.ts'

interface FollowProps {
  readonly screen: AppScreen
  readonly block: AppRecord
  readonly row: RowData
}

export default function FollowButton(props: FollowProps) {
  const here = useFollowing(props)
  useLetters((letter) => {
    if (here === null || letter !== here.letter) return false
    here.turn()
    return true
  })
  if (here === null) return null
  const { isFollowing, letter, turn } = here
  const Sign = isFollowing ? IconBellRinging : IconBellPlus
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      fw={400}
      leftSection={<Sign size={15} aria-hidden="true" />}
      aria-pressed={isFollowing}
      title={isFollowing ? words.records.followsNote : words.records.followNote}
      {...(letter === undefined ? {} : { 'aria-keyshortcuts': letter.toUpperCase() })}
      onClick={turn}
    >
      {isFollowing ? words.records.follows : words.records.follow}
    </Button>
  )
}
