// Focuses the first empty input of a form that somebody has opened to fill in. Touch screens are left out, because the
// on-screen keyboard would cover the form before anybody has read it.

import { isPreview } from '../development/preview.ts'
import { useEffect } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf, type Entered } from '../../client/input/form-values.ts'
import { controlOf } from '../entities/control-of.ts'
import type { InputForm } from './use-input-form.ts'

/** Some controls are lazy-loaded with the form. */
const FRAMES_MAX = 240

/** Null: people do not come to this page for the form. */
export function useFirstInput(id: string | null): void {
  useEffect(() => {
    return id === null || matchMedia('(pointer: coarse)').matches || isElsewhere() ? undefined : beginAt(id)
    // oxlint-disable-next-line exhaustive-deps -- Once, as the form was when it came.
  }, [])
}

/** True: the page is a preview without focus. It never takes the focus from an author who is writing beside it. */
function isElsewhere(): boolean {
  return isPreview() && !document.hasFocus()
}

/** Returns the first refused input, else the first empty one, else the first. */
export function firstOf(
  fields: readonly InputField[],
  { entered, errorAt }: Pick<InputForm, 'entered' | 'errorAt'>,
  isChange: boolean,
): InputField | null {
  const refused = fields.find((field) => errorAt(nameOf(field)) !== null)
  const empty = isChange ? undefined : fields.find((field) => isEmpty(entered[nameOf(field)]))
  return refused ?? empty ?? fields[0] ?? null
}

/** Focuses the input as soon as it exists, unless the person has done something before. */
function beginAt(id: string): () => void {
  const over = new AbortController()
  const attempt = (left: number): void => {
    const control = controlOf(id)
    if (over.signal.aborted || left === 0) return
    if (control === null || control.matches(':disabled')) return void requestAnimationFrame(() => attempt(left - 1))
    // An opening dialog focuses the marked element, or else its own first button.
    control.dataset['autofocus'] = ''
    control.focus()
  }
  setTimeout(() => attempt(FRAMES_MAX))
  for (const deed of ['keydown', 'pointerdown'])
    addEventListener(deed, () => over.abort(), { capture: true, signal: over.signal })
  return () => over.abort()
}

function isEmpty(value: Entered[string] | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
