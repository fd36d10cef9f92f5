// A form that somebody has opened to fill it in → the keyboard in its first input that waits for something. On a screen
// that is touched this would bring up the letters over the form before anybody has read it.

import { useEffect } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf, type Entered } from '../../client/input/form-values.ts'
import { controlOf } from '../entities/control-of.ts'
import type { InputForm } from './use-input-form.ts'

/** Some controls are loaded with the form that has them. */
const FRAMES_MAX = 240

/** Null: the form is not what somebody has come for. */
export function useFirstInput(id: string | null): void {
  useEffect(() => {
    return id === null || matchMedia('(pointer: coarse)').matches || isElsewhere() ? undefined : beginAt(id)
    // oxlint-disable-next-line exhaustive-deps -- Once, as the form was when it came.
  }, [])
}

/** In a frame whose reader is outside of it: the application beside its text takes the keyboard from nobody who writes. */
function isElsewhere(): boolean {
  return window !== window.top && !document.hasFocus()
}

/** One that was refused, or the first that waits for something, or just the first. */
export function firstOf(
  fields: readonly InputField[],
  { entered, errorAt }: Pick<InputForm, 'entered' | 'errorAt'>,
  isChange: boolean,
): InputField | null {
  const refused = fields.find((field) => errorAt(nameOf(field)) !== null)
  const empty = isChange ? undefined : fields.find((field) => isEmpty(entered[nameOf(field)]))
  return refused ?? empty ?? fields[0] ?? null
}

/** As soon as it can be typed into, unless somebody has done anything before. */
function beginAt(id: string): () => void {
  const over = new AbortController()
  const attempt = (left: number): void => {
    const control = controlOf(id)
    if (over.signal.aborted || left === 0) return
    if (control === null || control.matches(':disabled')) return void requestAnimationFrame(() => attempt(left - 1))
    // A dialog that opens puts the keyboard at what is marked so, and at its own first button otherwise.
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
