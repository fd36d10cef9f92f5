// A diagram of boxes and arrows. A picture is visual only, so a table below contains the same for everybody.

import { useNavigate } from '@tanstack/react-router'
import { useId, useMemo } from 'react'
import type { LineOfText } from '@ninefold/core/text/chapters.ts'
import { type Arrow, placed } from './layered.ts'
import { words } from '../words.ts'
import styles from './diagram.module.css'

export interface DiagramBox {
  readonly id: string
  readonly title: string
  readonly lines: readonly string[]
  readonly isMarked?: boolean
  readonly isProvisional?: boolean
  /** The line of the text that a click opens. */
  readonly line: LineOfText
}

interface DiagramProps {
  readonly boxes: readonly DiagramBox[]
  readonly arrows: readonly Arrow[]
  readonly direction?: 'LR' | 'TB'
}

const LINE = 18
const HEAD = 34
const PAD = 14
const LETTER = 6.7
const WIDTH_MIN = 120
const WIDTH_MAX = 280
/** A smaller scale is unreadable, so the picture scrolls instead. */
const SCALE_MIN = 0.75

export function Diagram({ boxes, arrows, direction = 'LR' }: DiagramProps) {
  const navigate = useNavigate()
  const tip = useId()
  const sized = useMemo(() => boxes.map((box) => ({ ...box, ...sizeOf(box) })), [boxes])
  const picture = useMemo(() => placed(sized, arrows, direction), [sized, arrows, direction])
  return (
    <div className={styles.scroll} role="region" aria-label={words.picture} tabIndex={0}>
      <svg
        className={styles.diagram}
        viewBox={`0 0 ${picture.width} ${picture.height}`}
        width={picture.width}
        height={picture.height}
        style={{ minWidth: picture.width * SCALE_MIN }}
        aria-hidden="true"
      >
        <defs>
          <marker id={tip} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M 0 0 L 8 4 L 0 8 Z" className={styles.tip} />
          </marker>
        </defs>
        {picture.arrows.map(({ path }, index) => (
          <path key={index} d={path} className={styles.arrow} markerEnd={`url(#${tip})`} />
        ))}
        {picture.arrows.map(({ label, labelAt }, index) => (
          <text key={index} x={labelAt.x} y={labelAt.y + 4} textAnchor="middle" className={styles.label}>
            {label}
          </text>
        ))}
        {sized.map(({ id, title, lines, width, height, line, isMarked, isProvisional }) => {
          const at = picture.boxes.get(id) ?? { x: 0, y: 0 }
          return (
            <g
              key={id}
              transform={`translate(${at.x - width / 2} ${at.y - height / 2})`}
              className={styles.box}
              data-marked={isMarked || undefined}
              data-provisional={isProvisional || undefined}
              onClick={() => void navigate({ to: '/_ninefold/editor', search: { line: String(line) } })}
            >
              <rect width={width} height={height} rx="9" />
              <text x={PAD} y="22" className={styles.title}>
                {cut(title, width)}
              </text>
              {lines.length > 0 && <line x1="0" x2={width} y1={HEAD - 1} y2={HEAD - 1} />}
              {lines.map((words, index) => (
                <text key={index} x={PAD} y={HEAD + 15 + index * LINE} className={styles.line}>
                  {cut(words, width)}
                </text>
              ))}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function sizeOf({ title, lines }: DiagramBox): { width: number; height: number } {
  const letters = Math.max(title.length * 1.08, ...lines.map((line) => line.length))
  return {
    width: Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, letters * LETTER + 2 * PAD)),
    height: lines.length === 0 ? HEAD : HEAD + lines.length * LINE + 8,
  }
}

function cut(words: string, width: number): string {
  const most = Math.floor((width - 2 * PAD) / LETTER) + 1
  return words.length <= most ? words : `${words.slice(0, most - 1).trimEnd()}…`
}
