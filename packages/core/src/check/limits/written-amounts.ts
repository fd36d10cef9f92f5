// An amount of a required kind → its value, literal or by the name of a constant.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { typeInWords } from '../../expression/value-types.ts'
import type { Written } from '../../text/source.ts'
import { amountOf } from './amounts.ts'
import { report, type Checking } from '../checking.ts'
import { innerSpan } from '../expressions/part-of-written.ts'

function durationOf(checking: Checking, written: Written): number | null {
  return amount(checking, written, 'duration', 'a duration')
}

/** As `durationOf`, but refuses zero: `consequence` says what would become impossible. */
export function positiveDurationOf(checking: Checking, written: Written, consequence: string): number | null {
  return refuseNothing(checking, written, durationOf(checking, written), consequence)
}

/** As `wholeNumberOf`, but refuses zero. */
export function positiveNumberOf(checking: Checking, written: Written, consequence: string): number | null {
  return refuseNothing(checking, written, wholeNumberOf(checking, written), consequence)
}

function refuseNothing(checking: Checking, written: Written, value: number | null, consequence: string): number | null {
  if (value === null || value > 0) return value
  return report(checking, refusedNothing(checking, written, consequence))
}

/** Reported where the amount is written, which may be a constant of point 9. */
export function refusedNothing({ names }: Checking, written: Written, consequence: string): Diagnostic {
  const stated = names.constants.get(written.text.replaceAll('`', ''))?.value ?? null
  if (stated === null) return diagnostic('N911', written.span, written.text, consequence)
  return diagnostic('N911', stated.span, stated.text, consequence).because(written.span, 'It is used here.')
}

function wholeNumberOf(checking: Checking, written: Written): number | null {
  return amount(checking, written, 'integer', 'a whole number')
}

function amount(checking: Checking, written: Written, kind: 'integer' | 'duration', words: string): number | null {
  const { text } = written
  const { constants } = checking.names
  const constant = checking.constants.find(({ name }) => name === text)
  if (constants.has(text)) checking.names.recorder.use('constant', { text, span: innerSpan(written, text) })
  // A constant without a value is reported at its declaration.
  if (constant === undefined && constants.has(text)) return null
  if (constant !== undefined) {
    if (constant.type.kind === kind && constant.unit === null) return Number(constant.value)
    const is = constant.unit === 'size' ? 'a size' : typeInWords(constant.type)
    return report(
      checking,
      diagnostic('N903', written.span, text, is, words).because(constant.span, `It is ${constant.text} here.`),
    )
  }
  const found = amountOf(text)
  if (found !== null && found.type.kind === kind && found.unit === null) return Number(found.value)
  if (found === null && /^[A-Za-z_]\w*$/.test(text))
    return report(checking, diagnostic('N908', written.span, text).suggesting(text, constants.keys()))
  return report(checking, diagnostic('N011', written.span, 'other type', text, words))
}
