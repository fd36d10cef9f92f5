// How close the rows of tables stand, as this browser keeps it.

import { LOCAL } from '../../client/browser-storage.ts'

const KEY = 'ninefold.density'
const DENSE = 'compact'

/** Active from now on, as it was chosen before. */
export function applyDensity(): void {
  show(LOCAL.read(KEY) === DENSE)
}

export function isDense(): boolean {
  return document.documentElement.dataset['density'] === DENSE
}

export function setDense(dense: boolean): void {
  show(dense)
  LOCAL.write(KEY, dense ? DENSE : null)
}

function show(dense: boolean): void {
  if (dense) document.documentElement.dataset['density'] = DENSE
  else delete document.documentElement.dataset['density']
}
