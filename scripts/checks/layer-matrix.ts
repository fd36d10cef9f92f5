// The place of each point in each layer: the nine points across, the layers down. A cell is the file (or folder) named
// by the point, or the reason why there is none. matrix.ts holds the table against the files, both ways; where.ts
// prints a row of it.

import type { Point } from '@ninefold/core/model/points.ts'

export interface Nothing {
  readonly why: string
}

export interface Layer {
  readonly folder: string
  readonly cells: Readonly<Record<Point, 'file' | Nothing>>
}

const everywhere: Layer['cells'] = {
  purpose: 'file',
  screens: 'file',
  entities: 'file',
  states: 'file',
  validation: 'file',
  roles: 'file',
  calls: 'file',
  errors: 'file',
  limits: 'file',
}

export const LAYERS: readonly Layer[] = [
  { folder: 'packages/core/src/draft', cells: everywhere },
  { folder: 'packages/core/src/model', cells: everywhere },
  { folder: 'packages/core/src/read', cells: everywhere },
  { folder: 'packages/core/src/check', cells: everywhere },
]

/** The folder of reference/ that describes a point. */
export const REFERENCE_FOLDERS: Readonly<Record<Point, string>> = {
  purpose: 'reference/1-purpose',
  screens: 'reference/2-screens',
  entities: 'reference/3-entities',
  states: 'reference/4-states',
  validation: 'reference/5-validation',
  roles: 'reference/6-roles',
  calls: 'reference/7-calls',
  errors: 'reference/8-errors',
  limits: 'reference/9-limits',
}
