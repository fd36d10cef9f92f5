// Point 9 on the screen: how much of a list is shown, and how many characters a text has left.

import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { isCounted } from '@ninefold/core/model/lists/list-count.ts'
import type { EnteredValue } from '../client/input/form-values.ts'
import { useFormats } from './formats.ts'
import { words } from './words/words.ts'

interface PagingProps {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  /** True: no page follows, although the total has not been counted yet. */
  readonly isEnd?: boolean
  readonly turnTo: (page: number) => void
  /** Notices to show in place of the pages. */
  readonly children?: ReactNode
}

/** Draws nothing if everything fits on one page. */
export function Paging({ page, pageSize, total, isEnd = false, turnTo, children }: PagingProps) {
  const formats = useFormats()
  const inWords = useTotal()
  const end = isCounted(total) ? total : Number.POSITIVE_INFINITY
  const last = Math.max(1, Math.ceil(end / pageSize))
  if (last === 1 && page === 1) return null
  const from = Math.min(end, (page - 1) * pageSize + 1)
  const to = Math.min(end, page * pageSize)
  return (
    <Group component="nav" aria-label={words.limits.pages} justify="flex-end" gap="xs" mt="sm">
      {children}
      <Text size="sm" c="dimmed" aria-live="polite">
        {words.limits.range(formats.count(from), formats.count(to), inWords(total))}
      </Text>
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={words.limits.previous}
          disabled={page <= 1}
          onClick={() => turnTo(page - 1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={words.limits.next}
          disabled={page >= last || isEnd}
          onClick={() => turnTo(page + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </ActionIcon.Group>
    </Group>
  )
}

/** Returns a function that words the total, as far as the records have been counted. */
export function useTotal(): (total: number) => string {
  const { count } = useFormats()
  return (total) => (isCounted(total) ? count(total) : words.limits.moreThan(count(total - 1)))
}

/** Returns the number of characters left once a text comes near its limit, and null before. */
export function charactersLeft(field: InputField, value: EnteredValue): string | null {
  if (field.lengthMax === null || field.isSecret || typeof value !== 'string') return null
  const length = Array.from(value).length
  if (length < field.lengthMax * 0.8) return null
  // Above the limit, the error at the input states the limit.
  return length > field.lengthMax ? null : words.validation.charactersLeft(field.lengthMax - length)
}
