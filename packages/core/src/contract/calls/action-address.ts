// An action of a screen with a row → the address of its request.

import { filledPath, inAddress } from '../../model/addresses/call-path.ts'
import type { ActionParameter, AppAction } from '../wire/actions.ts'
import type { RowData } from '../wire/app.ts'

export type CallingAction = Extract<AppAction, { kind: 'call' | 'transition' }>

/** Values that a person chose for path parameters. */
export type ChosenParameters = Readonly<Record<string, string>>

/** `place`: parameters of the page's own address. */
export function pathOf(
  action: CallingAction,
  row: RowData | null,
  chosen: ChosenParameters,
  place: Readonly<Record<string, string>>,
): string | null {
  const values = parametersOf(action, row, chosen, place)
  if (values === null || Object.values(values).includes('')) return null
  return filledPath(action.path, (at) => inAddress(at, values[at.name] ?? ''))
}

/** Null: one of them has no value. */
export function parametersOf(
  { parameters }: CallingAction,
  row: RowData | null,
  chosen: ChosenParameters,
  place: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const values: Record<string, string> = {}
  for (const parameter of parameters) {
    const value = valueOf(parameter)
    if (value === undefined) return null
    values[parameter.name] = value
  }
  return values

  function valueOf(parameter: ActionParameter): string | undefined {
    switch (parameter.from) {
      case 'row':
        return row?.keys[parameter.key]
      case 'address':
        return place[parameter.key]
      case 'choice':
        return chosen[parameter.name]
    }
  }
}
