// How close the rows of tables stand, as this browser keeps it.

const KEY = 'ninefold.density'
const DENSE = 'compact'

/** Active from now on, as it was chosen before. */
export function applyDensity(): void {
  try {
    show(window.localStorage.getItem(KEY) === DENSE)
  } catch {
    // A browser that keeps nothing has the usual density.
  }
}

export function isDense(): boolean {
  return document.documentElement.dataset['density'] === DENSE
}

export function setDense(dense: boolean): void {
  show(dense)
  try {
    if (dense) window.localStorage.setItem(KEY, DENSE)
    else window.localStorage.removeItem(KEY)
  } catch {
    // It holds until the page is left.
  }
}

function show(dense: boolean): void {
  if (dense) document.documentElement.dataset['density'] = DENSE
  else delete document.documentElement.dataset['density']
}
