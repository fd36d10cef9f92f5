// Point 9 on the screen: how much of a list is shown, and how much of a text is left.

import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { isCounted, LISTED_COUNT_MAX } from '@ninefold/core/model/lists/list-count.ts'
import type { EnteredValue } from '../client/input/form-values.ts'
import { useFormats } from './formats.ts'
import { words } from './words/words.ts'

interface PagingProps {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  /** Nothing follows, though nobody has counted so far. */
  readonly isEnd?: boolean
  readonly turnTo: (page: number) => void
  /** Notices in place of pages. */
  readonly children?: ReactNode
}

/** Left out when everything fits on one page. */
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

/** How many there are in all, as far as they are counted. */
export function useTotal(): (total: number) => string {
  const { count } = useFormats()
  return (total) => (isCounted(total) ? count(total) : words.limits.moreThan(count(LISTED_COUNT_MAX)))
}

/** Counts the characters that are left once a text comes near its limit; null before that. */
export function charactersLeft(field: InputField, value: EnteredValue): string | null {
  if (field.lengthMax === null || field.isSecret || typeof value !== 'string') return null
  const length = Array.from(value).length
  if (length < field.lengthMax * 0.8) return null
  // Beyond it, the refusal at the input says the limit.
  return length > field.lengthMax ? null : words.validation.charactersLeft(field.lengthMax - length)
}
