// An amount where a place needs one of a certain kind → its value: as it stands, or by the name of a constant.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { typeInWords } from '../expression/value-types.ts'
import type { Written } from '../text/source.ts'
import { amountOf } from './amounts.ts'
import { report, type Checking } from './checking.ts'
import { innerSpan } from './part-of-written.ts'

export function durationOf(checking: Checking, written: Written): number | null {
  return amount(checking, written, 'duration', 'a duration')
}

export function wholeNumberOf(checking: Checking, written: Written): number | null {
  return amount(checking, written, 'integer', 'a whole number')
}

function amount(checking: Checking, written: Written, kind: 'integer' | 'duration', words: string): number | null {
  const { text } = written
  const { constants } = checking.names
  const constant = checking.constants.find(({ name }) => name === text)
  if (constants.has(text)) checking.names.recorder.use('constant', { text, span: innerSpan(written, text) })
  // A constant without a value has its reason elsewhere.
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
  return report(checking, diagnostic('N011', written.span, `"${text}" is not ${words}.`))
}
