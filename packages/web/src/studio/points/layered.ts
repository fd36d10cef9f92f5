// Boxes and arrows → their positions, in layers.

import { Graph, layout } from '@dagrejs/dagre'

export interface Box {
  readonly id: string
  readonly width: number
  readonly height: number
}

export interface Arrow {
  readonly from: string
  readonly to: string
  readonly label: string
}

export interface Placed {
  readonly width: number
  readonly height: number
  readonly boxes: ReadonlyMap<string, { readonly x: number; readonly y: number }>
  readonly arrows: readonly PlacedArrow[]
}

export interface PlacedArrow extends Arrow {
  readonly path: string
  readonly labelAt: { readonly x: number; readonly y: number }
}

/** Wide enough for any letter of the labels' font. */
const LETTER = 6.6
const LABEL_HEIGHT = 20
const MARGIN = 12

export function placed(boxes: readonly Box[], arrows: readonly Arrow[], direction: 'LR' | 'TB'): Placed {
  const graph = new Graph({ multigraph: true, directed: true })
  graph.setGraph({ rankdir: direction, nodesep: 28, ranksep: 46, edgesep: 14, marginx: MARGIN, marginy: MARGIN })
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  for (const [index, { from, to, label }] of arrows.entries())
    graph.setEdge(
      from,
      to,
      { width: label.length * LETTER + 8, height: label === '' ? 0 : LABEL_HEIGHT, labelpos: 'c' },
      String(index),
    )
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  return {
    width,
    height,
    boxes: new Map(boxes.map(({ id }) => [id, graph.node(id) as { x: number; y: number }])),
    arrows: arrows.map((arrow, index) => {
      const edge = graph.edge(arrow.from, arrow.to, String(index)) as { points: Point[]; y?: number }
      const box = graph.node(arrow.from) as Point & { height: number }
      const turn = edge.y ?? 0
      if (arrow.from === arrow.to) return { ...arrow, path: loop(box, turn), labelAt: { x: box.x, y: turn } }
      return { ...arrow, path: curve(edge.points), labelAt: middleOf(edge.points) }
    }),
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** The middle of the curve, which passes beside the inner points. */
function middleOf(points: readonly Point[]): Point {
  const at = Math.floor(points.length / 2)
  const [before, here, after] = [points[at - 1], points[at], points[at + 1]]
  if (before === undefined || here === undefined || after === undefined) return here ?? { x: 0, y: 0 }
  const from = at === 1 ? before : between(before, here)
  const to = at === points.length - 2 ? after : between(here, after)
  return between(between(from, here), between(here, to))
}

function between(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** From the bottom of the box and back into it; the label is at the turning point. */
function loop({ x, y, height }: Point & { height: number }, turn: number): string {
  const [bottom, deep] = [y + height / 2, turn + (turn - y - height / 2) / 3]
  return `M ${number(x + 16)} ${number(bottom)} C ${number(x + 34)} ${number(deep)} ${number(x - 34)} ${number(deep)} ${number(x - 16)} ${number(bottom)}`
}

/** Through the midpoints between the points, for a smooth curve. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (first === undefined || last === undefined) return ''
  const parts = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last
    const end = index === rest.length - 2 ? last : between(point, next)
    return `Q ${number(point.x)} ${number(point.y)} ${number(end.x)} ${number(end.y)}`
  })
  const straight = parts.length === 0 ? `L ${number(last.x)} ${number(last.y)}` : parts.join(' ')
  return `M ${number(first.x)} ${number(first.y)} ${straight}`
}

function number(value: number): string {
  return value.toFixed(1)
}
