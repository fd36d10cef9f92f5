// A moment → words about it, such as "3 hours ago" or "in 2 days". Its title is the exact time.

import { useFormats } from './formats.ts'
import { useNow } from './ticking.ts'

interface MomentInWordsProps {
  readonly at: string
  readonly className?: string | undefined
  /** A sentence around these words. */
  readonly children: (when: string) => string
}

export function MomentInWords({ at, className, children }: MomentInWordsProps) {
  const { moment } = useFormats()
  const shown = moment(at, useNow())
  return (
    <time dateTime={at} title={shown?.exact} className={className}>
      {children(shown?.relative ?? at)}
    </time>
  )
}
