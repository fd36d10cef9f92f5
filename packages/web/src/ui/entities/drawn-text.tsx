// A long text, formatted or not, with mentions marked. In a table it is truncated.

import { FormattedLine, FormattedText } from './formatted-text.tsx'
import { Mentioned, MentionedText } from './mentioned.tsx'
import styles from './cells.module.css'

interface DrawnTextProps {
  readonly value: unknown
  readonly isFormatted: boolean
  readonly isCompact: boolean
  /** Names of people whom the text may mention; any other value: none. */
  readonly people?: unknown
}

const NOBODY: readonly string[] = []

export function DrawnText({ value, isFormatted, isCompact, people }: DrawnTextProps) {
  const text = String(value)
  const shape = isCompact ? styles.cut : styles.prose
  return (
    <Mentioned value={Array.isArray(people) ? people.map(String) : NOBODY}>
      {!isFormatted ? (
        <div className={shape}>
          <MentionedText text={text} />
        </div>
      ) : isCompact ? (
        <FormattedLine text={text} className={shape} />
      ) : (
        <FormattedText text={text} />
      )}
    </Mentioned>
  )
}
