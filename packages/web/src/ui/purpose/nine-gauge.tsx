// Nine sides, one per point. A side fills as its questions are answered: full colour for stated, pale for provisional,
// empty for open.

import { POINT_HEADINGS, POINTS, type AnsweredQuestion, type Point } from '@ninefold/core/model/points.ts'
import styles from './specification-page.module.css'

const OUTER = 46
const INNER = 34
/** The gap between two sides, as an angle. */
const GAP = 0.035

interface NineGaugeProps {
  readonly questions: readonly AnsweredQuestion[]
  readonly label: string
}

export function NineGauge({ questions, label }: NineGaugeProps) {
  return (
    <svg viewBox="0 0 100 100" className={styles.gauge} role="img" aria-label={label}>
      {POINTS.map((point, index) => {
        const { answered, provisional } = sharesOf(questions, point)
        return (
          <g key={point}>
            <title>{POINT_HEADINGS[point].title}</title>
            <path d={side(index, 0, 1)} />
            {answered + provisional > 0 && (
              <path d={side(index, 0, answered + provisional)} data-filled="provisional" />
            )}
            {answered > 0 && <path d={side(index, 0, answered)} data-filled="answered" />}
          </g>
        )
      })}
      <text x="50" y="57" textAnchor="middle" className={styles.gaugeNumber}>
        {POINTS.filter((point) => pointStanding(questions, point) === 'answered').length}
      </text>
    </svg>
  )
}

/** A part of a straight side of the nonagon, clockwise from the top; 0 and 1 are its ends. */
function side(index: number, begin: number, end: number): string {
  const from = (2 * Math.PI * index) / 9 + GAP
  const to = (2 * Math.PI * (index + 1)) / 9 - GAP
  const at = (radius: number, share: number): string => {
    const [a, b] = [from, to].map((angle) => ({ x: radius * Math.sin(angle), y: -radius * Math.cos(angle) }))
    if (a === undefined || b === undefined) return ''
    return `${(50 + a.x + (b.x - a.x) * share).toFixed(2)} ${(50 + a.y + (b.y - a.y) * share).toFixed(2)}`
  }
  return `M ${at(OUTER, begin)} L ${at(OUTER, end)} L ${at(INNER, end)} L ${at(INNER, begin)} Z`
}

function sharesOf(questions: readonly AnsweredQuestion[], point: Point): { answered: number; provisional: number } {
  const own = questions.filter((question) => question.point === point)
  const share = (part: readonly AnsweredQuestion[]): number => (own.length === 0 ? 0 : part.length / own.length)
  return {
    answered: share(own.filter(isAnswered)),
    provisional: share(own.filter(({ answer }) => answer === 'provisional')),
  }
}

export function isAnswered({ answer }: AnsweredQuestion): boolean {
  return answer === 'stated' || answer === 'none'
}

export type PointStanding = 'answered' | 'partly' | 'open'

export function pointStanding(questions: readonly AnsweredQuestion[], point: Point): PointStanding {
  const own = questions.filter((question) => question.point === point)
  if (own.length > 0 && own.every(isAnswered)) return 'answered'
  return own.some((question) => question.answer !== 'open') ? 'partly' : 'open'
}
