// Somebody, as two letters in a circle of their own colour.

import { Avatar } from '@mantine/core'

/** Letters in these colours can be read on their pale ground; in green and yellow they can't. */
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
