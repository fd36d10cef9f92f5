// The setting for single-letter shortcuts. Users who dictate, or press keys by accident, turn them off; the browser
// stores the choice.

const KEY = 'ninefold.letterKeys'

export function letterKeysAreOn(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== 'off'
  } catch {
    // Storage is disabled, so the default applies.
    return true
  }
}

export function turnLetterKeys(isOn: boolean): void {
  try {
    if (isOn) window.localStorage.removeItem(KEY)
    else window.localStorage.setItem(KEY, 'off')
  } catch {
    // Storage is disabled, so the setting is not kept.
  }
}
