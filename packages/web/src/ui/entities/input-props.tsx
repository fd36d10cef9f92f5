// Common props of form controls, and those passed to the component library.

import { Fragment, type ReactNode } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { mayBeEmptyText, nameOf, type EnteredValue } from '../../client/input/form-values.ts'
import { Help } from './help.tsx'

export interface InputProps {
  readonly field: InputField
  readonly value: EnteredValue
  readonly error: string | null
  readonly id: string
  readonly autoComplete: string | undefined
  readonly change: (value: EnteredValue) => void
  readonly leave: () => void
}

/** Props of all controls. The author's text under "Meaning" is between label and control. */
export function sharedProps({ field, error, id, autoComplete, leave }: InputProps) {
  return {
    id,
    name: nameOf(field),
    label: field.label,
    description: field.help === null ? null : <Help text={field.help} />,
    error,
    // An existing password is never shown: left empty, it is unchanged.
    required: (field.isNeeded || (field.isRequired && !field.isSecret)) && !mayBeEmptyText(field),
    onBlur: leave,
    size: 'sm',
    ...(autoComplete === undefined ? {} : { autoComplete }),
  } as const
}

/** Several descriptions in one line; null: there is none. */
export function beside(descriptions: readonly ReactNode[]): ReactNode {
  const said = descriptions.filter((each) => each !== null && each !== undefined && each !== '')
  if (said.length === 0) return null
  return said.map((each, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      {each}
    </Fragment>
  ))
}

/** The text of a text control. */
export function textOf(value: EnteredValue): string {
  return typeof value === 'string' ? value : value === null || typeof value === 'object' ? '' : String(value)
}
