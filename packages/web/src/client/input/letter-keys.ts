// The setting for single-letter shortcuts. Users who dictate, or press keys by accident, turn them off; the browser
// stores the choice.

import { LOCAL } from '../browser-storage.ts'

const KEY = 'ninefold.letterKeys'

export function letterKeysAreOn(): boolean {
  return LOCAL.read(KEY) !== 'off'
}

export function turnLetterKeys(isOn: boolean): void {
  LOCAL.write(KEY, isOn ? null : 'off')
}
