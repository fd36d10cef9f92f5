// How long reading and checking take, warm: the help desk, and a specification twenty times its size.

import { checkSpecification } from '@ninefold/core/check/specification.ts'
import { hasErrors } from '@ninefold/core/diagnostic/diagnostic.ts'
import { readSpecification } from '@ninefold/core/read/specification.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { largerSpecification } from './larger-specification.ts'
import { median, quantile } from './load.ts'

export interface LanguageMeasure {
  readonly name: string
  readonly lines: number
  readonly readMs: number
  readonly checkMs: number
  readonly totalMs: number
  readonly worstMs: number
}

const TIMES = 20
const WARM_UP = 30

export function measureLanguage(): LanguageMeasure[] {
  const helpDesk = readFileSync(join(import.meta.dirname, '../examples/helpdesk/app.md'), 'utf8')
  return [measureText('help desk', helpDesk, 100), measureText(`${TIMES} times its size`, twentyTimes(helpDesk), 15)]
}

/** Constants and users are shared between the desks, so it takes more than twenty of them. */
function twentyTimes(helpDesk: string): string {
  for (let desks = TIMES; ; desks++) {
    const larger = largerSpecification(helpDesk, desks)
    if (larger.length >= TIMES * helpDesk.length) return larger
  }
}

function measureText(name: string, text: string, rounds: number): LanguageMeasure {
  const reading: number[] = []
  const checking: number[] = []
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const startedAt = performance.now()
    const read = readSpecification(text)
    const readAt = performance.now()
    const checked = checkSpecification(read.draft, { diagnostics: read.diagnostics, text })
    const checkedAt = performance.now()
    const wrong = [...read.diagnostics, ...checked.diagnostics]
    if (hasErrors(wrong))
      throw new Error(`${name} has errors: ${wrong.find((found) => found.severity === 'error')?.message}`)
    if (round < WARM_UP) continue
    reading.push(readAt - startedAt)
    checking.push(checkedAt - readAt)
  }
  const totals = reading.map((ms, round) => ms + (checking[round] ?? 0)).sort((a, b) => a - b)
  return {
    name,
    lines: text.split('\n').length,
    readMs: median(reading),
    checkMs: median(checking),
    totalMs: median(totals),
    worstMs: quantile(totals, 0.99),
  }
}
