// Formatted text is written as Markdown, with a preview.

import { Input, SegmentedControl, Textarea } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '../connection/lazy-part.tsx'
import { charactersLeft } from '../limits.tsx'
import { words } from '../words/words.ts'
import { sharedProps, textOf, type InputProps } from './input-props.tsx'
import styles from './inputs.module.css'

const FormattedText = lazyPart(() =>
  import('./formatted-text.tsx').then((module) => ({ default: module.FormattedText })),
)

export function FormattedTextInput(props: InputProps) {
  const { field, id, value, error, change } = props
  // A preview closes when there is a new error, so that it can be corrected.
  const [previewed, setPreviewed] = useState<{ readonly error: string | null } | null>(null)
  const isPreview = previewed !== null && previewed.error === error
  const text = textOf(value)
  const { label, description, required } = sharedProps(props)
  return (
    <div>
      <div className={styles.formattedHead}>
        <Input.Label required={required} htmlFor={isPreview ? undefined : id} size="sm">
          {label}
        </Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={words.entities.writeOrPreview(label)}
          value={isPreview ? 'preview' : 'write'}
          data={[
            { value: 'write', label: words.entities.write },
            { value: 'preview', label: words.entities.preview },
          ]}
          onChange={(chosen) => setPreviewed(chosen === 'preview' ? { error } : null)}
        />
      </div>
      {isPreview ? (
        <section className={styles.formattedPreview} aria-label={words.entities.previewOf(label)} aria-live="polite">
          {text.trim() === '' ? (
            <span className={styles.unit}>{words.entities.nothingWritten}</span>
          ) : (
            <Suspense fallback={text}>
              <FormattedText text={text} />
            </Suspense>
          )}
        </section>
      ) : (
        <Textarea
          {...sharedProps(props)}
          label={null}
          description={description ?? words.entities.markdownHint}
          aria-label={label}
          autosize
          minRows={5}
          maxRows={20}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      {isPreview && error !== null && <Input.Error size="sm">{error}</Input.Error>}
      <span className={styles.counter} aria-live="polite">
        {charactersLeft(field, value)}
      </span>
    </div>
  )
}
