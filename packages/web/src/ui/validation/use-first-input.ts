// A form that somebody has opened to fill it in → the keyboard in its first input that waits for something. On a screen
// that is touched this would bring up the letters over the form before anybody has read it.

import { useEffect } from 'react'
import type { InputField } from '@ninefold/core/contract/inputs.ts'
import { nameOf, type Entered } from '../../client/entered.ts'
import { controlOf } from '../entities/control-of.ts'

/** Some controls are loaded with the form that has them. */
const FRAMES_MAX = 240

export function useFirstInput(
  isWanted: boolean,
  { fields, entered, isChange }: FirstOf,
  idOf: (field: InputField) => string,
): void {
  useEffect(() => {
    const first = (isChange ? undefined : fields.find((field) => isEmpty(entered[nameOf(field)]))) ?? fields[0]
    const isTouched = matchMedia('(pointer: coarse)').matches
    return first === undefined || !isWanted || isTouched ? undefined : beginAt(idOf(first))
    // oxlint-disable-next-line exhaustive-deps -- Once, as the form was when it came.
  }, [])
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

interface FirstOf {
  readonly fields: readonly InputField[]
  readonly entered: Entered
  readonly isChange: boolean
}

function isEmpty(value: Entered[string] | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
