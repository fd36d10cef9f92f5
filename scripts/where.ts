// `npm run where roles` → prints the files of a point, layer by layer.

import { closest } from '@ninefold/core/diagnostic/did-you-mean.ts'
import { POINT_HEADINGS, POINTS, type Point } from '@ninefold/core/model/points.ts'
import { LAYERS, REFERENCE_FOLDERS } from './checks/layer-matrix.ts'
import { projectFiles } from './project-files.ts'

const asked = process.argv[2]
const point = POINTS.find((known) => known === asked || String(POINT_HEADINGS[known].number) === asked)
if (point === undefined) {
  const nearest = closest(asked ?? '', POINTS)
  console.error(nearest === null ? '' : `Did you mean "${nearest}"?`)
  console.error(`Name one of the nine points: ${POINTS.join(', ')}`)
  process.exit(1)
}
printRow(point)

function printRow(point: Point): void {
  const { number, title } = POINT_HEADINGS[point]
  console.log(`${number}. ${title}\n`)
  const width = Math.max(...LAYERS.map((layer) => layer.folder.length)) + 2
  for (const layer of LAYERS) {
    const cell = layer.cells[point]
    const files = projectFiles([`${layer.folder}/${point}.{ts,tsx}`, `${layer.folder}/${point}/*.{ts,tsx}`])
    const text =
      cell === 'file' ? files.map((file) => file.slice(layer.folder.length + 1)).join(' ') : `nothing: ${cell.why}`
    console.log(layer.folder.padEnd(width) + (text || 'not there yet'))
  }
  const elsewhere = projectFiles([`packages/*/src/**/${point}.{ts,tsx}`, `packages/*/src/**/${point}-*.{ts,tsx}`])
  const rest = elsewhere.filter((file) => !LAYERS.some((layer) => file.startsWith(`${layer.folder}/`)))
  for (const file of rest) console.log(file)
  console.log('')
  for (const file of projectFiles([`${REFERENCE_FOLDERS[point]}/*.md`])) console.log(file)
}
