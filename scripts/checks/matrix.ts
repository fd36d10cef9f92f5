// Compares the matrix with the files, both ways: each promised file exists, and each file is listed.

import { POINTS, type Point } from '@ninefold/core/model/points.ts'
import { LAYERS, REFERENCE_FOLDERS, type Layer } from './layer-matrix.ts'
import { projectFiles, report } from '../project-files.ts'

report('Matrix', [
  ...LAYERS.flatMap((layer) => POINTS.flatMap((point) => wrongCell(layer, point))),
  ...withoutReference(),
])

function wrongCell(layer: Layer, point: Point): string[] {
  const cell = layer.cells[point]
  const files = filesOf(layer.folder, point)
  if (cell === 'file') return files.length > 0 ? [] : [`${layer.folder}/${point}.ts is missing.`]
  return files.length === 0 ? [] : [`${files[0]} exists, but the matrix says: ${cell.why}`]
}

/** A point that outgrew its file is a folder of the same name. */
function filesOf(folder: string, point: Point): string[] {
  return projectFiles([`${folder}/${point}.{ts,tsx}`, `${folder}/${point}/*.{ts,tsx}`])
}

function withoutReference(): string[] {
  return POINTS.map((point) => `${REFERENCE_FOLDERS[point]}/reference.md`)
    .filter((file) => projectFiles([file]).length === 0)
    .map((file) => `${file} is missing.`)
}
