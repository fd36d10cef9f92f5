// Pages of a form: the open one, the progress, and the buttons. The open page survives a reload, as the entered values
// do.

import { useMemo, useState } from 'react'
import type { AppCallAction } from '@ninefold/core/contract/wire/actions.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { keepDraft, pageKey, readDraft } from '../../client/input/drafts.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { words } from '../words/words.ts'
import styles from './validation.module.css'

export type Steps = NonNullable<AppCallAction['steps']>

export interface FormPages {
  /** Pages with their inputs; a form without pages has a single one. */
  readonly pages: readonly { readonly title: string | null; readonly fields: readonly InputField[] }[]
  readonly open: number
  readonly turnTo: (page: number) => void
}

export function useFormPages(
  fields: readonly InputField[],
  steps: Steps | undefined,
  draftKey: string | null,
): FormPages {
  const pages = useMemo(() => pagesOf(fields, steps), [fields, steps])
  const [asked, setAsked] = useState(() =>
    Number(draftKey === null ? 0 : (readDraft(pageKey(draftKey))?.['page'] ?? 0)),
  )
  const open = Math.min(Math.max(asked, 0), pages.length - 1)
  const turnTo = (page: number): void => {
    setAsked(page)
    if (draftKey !== null) keepDraft(pageKey(draftKey), { page }, new Set())
  }
  return { pages, open, turnTo }
}

/**
 * A required input that no page names (for example a record from the call's address) stands on the first page. Optional
 * ones are left out.
 */
function pagesOf(fields: readonly InputField[], steps: Steps | undefined): FormPages['pages'] {
  if (steps === undefined || steps.length === 0) return [{ title: null, fields }]
  const named = new Set(steps.flatMap(({ inputs }) => inputs))
  const others = fields.filter((field) => !named.has(nameOf(field)) && field.isNeeded)
  const pages = steps.map(({ title, inputs }) => ({
    title,
    fields: inputs.flatMap((name) => fields.filter((field) => nameOf(field) === name)),
  }))
  const [first, ...rest] = pages.filter((page) => page.fields.length > 0)
  if (first === undefined) return [{ title: null, fields: others }]
  return [{ ...first, fields: [...others, ...first.fields] }, ...rest]
}

/** The progress. Earlier pages can be reopened. */
export function Progress({ pages, open, turnTo }: FormPages) {
  return (
    <nav aria-label={words.validation.steps}>
      <ol className={styles.steps}>
        {pages.map(({ title }, index) => {
          const name = title ?? words.validation.step(index + 1)
          const mark = (
            <>
              <span className={styles.stepNumber} aria-hidden="true">
                {index + 1}
              </span>
              <span>{name}</span>
            </>
          )
          return (
            // Pages never change their order.
            <li key={index} className={styles.step} aria-current={index === open ? 'step' : undefined}>
              {index < open ? (
                <button type="button" className={styles.stepBack} onClick={() => turnTo(index)}>
                  {mark}
                </button>
              ) : (
                <span className={styles.stepMark}>{mark}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
