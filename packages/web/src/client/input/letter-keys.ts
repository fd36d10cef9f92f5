// Whether single letters do something. Users who dictate, or hit keys by accident, turn them off; the choice is kept in
// this browser.

const KEY = 'ninefold.letterKeys'

export function letterKeysAreOn(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== 'off'
  } catch {
    // Storage is closed: they are as they are at first.
    return true
  }
}

export function turnLetterKeys(isOn: boolean): void {
  try {
    if (isOn) window.localStorage.removeItem(KEY)
    else window.localStorage.setItem(KEY, 'off')
  } catch {
    // Storage is closed: then they stay as they are.
  }
}
