// Nine sides, one per point: filled when all its questions are answered, pale when something is.

import { POINT_HEADINGS, POINTS } from '@ninefold/core/model/points.ts'
import type { PointStanding } from './specification-page.tsx'
import styles from './specification-page.module.css'

const OUTER = 46
const INNER = 34
/** The gap between two sides, as an angle. */
const GAP = 0.035

export function NineGauge({ points, label }: { readonly points: readonly PointStanding[]; readonly label: string }) {
  return (
    <svg viewBox="0 0 100 100" className={styles.gauge} role="img" aria-label={label}>
      {points.map((standing, index) => (
        <path key={POINTS[index]} d={side(index)} data-standing={standing}>
          <title>{POINTS[index] === undefined ? '' : POINT_HEADINGS[POINTS[index]].title}</title>
        </path>
      ))}
      <text x="50" y="57" textAnchor="middle" className={styles.gaugeNumber}>
        {points.filter((standing) => standing === 'answered').length}
      </text>
    </svg>
  )
}

/** A straight side of the nonagon, clockwise from the top. */
function side(index: number): string {
  const from = (2 * Math.PI * index) / 9 + GAP
  const to = (2 * Math.PI * (index + 1)) / 9 - GAP
  const at = (radius: number, angle: number): string =>
    `${(50 + radius * Math.sin(angle)).toFixed(2)} ${(50 - radius * Math.cos(angle)).toFixed(2)}`
  return `M ${at(OUTER, from)} L ${at(OUTER, to)} L ${at(INNER, to)} L ${at(INNER, from)} Z`
}
