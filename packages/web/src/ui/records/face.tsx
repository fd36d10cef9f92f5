// An avatar: two letters in a circle of the person's colour.

import { Avatar } from '@mantine/core'

/** Letters in these colours are readable on their pale background; green and yellow are not. */
const FACE_COLOURS = ['blue', 'violet', 'grape', 'pink', 'indigo', 'cyan']

export function Face({
  name,
  size,
  className,
}: {
  readonly name: string
  readonly size: number
  readonly className?: string | undefined
}) {
  return (
    <Avatar
      name={name}
      size={size}
      color="initials"
      allowedInitialsColors={FACE_COLOURS}
      className={className ?? ''}
      aria-hidden="true"
    />
  )
}
