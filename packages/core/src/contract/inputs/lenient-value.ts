// A value of a form or a lenient client → the value that the input expects, if it can be converted unambiguously.
// Otherwise it is unchanged, and is refused as usual.

import { lenientJson } from './accept-json.ts'
import type { InputField } from '../wire/inputs.ts'

const WHOLE: readonly InputField['kind'][] = ['whole number', 'duration', 'version']
const TEXTS: readonly InputField['kind'][] = ['text', 'long text', 'formatted text', 'phone', 'choice', 'state']

export function lenientValue(field: InputField, sent: unknown): unknown {
  const isSeveral =
    field.isList === true || field.kind === 'choices' || field.reference?.isList === true || field.file?.isList === true
  // A list is a value of JSON itself.
  const isOneInList = Array.isArray(sent) && sent.length === 1 && field.kind !== 'json'
  if (!isSeveral) return lenientOne(field, isOneInList ? (sent as readonly unknown[])[0] : sent)
  if (sent === '') return []
  const items: unknown[] = Array.isArray(sent) ? sent : [sent]
  return items.map((item) => lenientOne(field, item))
}

function lenientOne(field: InputField, sent: unknown): unknown {
  const { kind } = field
  // Forms send empty inputs as empty texts.
  if (sent === '' && !field.isRequired && !TEXTS.includes(kind)) return null
  if (kind === 'json') return lenientJson(sent)
  if (WHOLE.includes(kind) || field.unix !== undefined) return wholeNumber(sent)
  if (kind === 'yes/no') return yesOrNo(sent)
  if (TEXTS.includes(kind)) return typeof sent === 'number' || typeof sent === 'boolean' ? String(sent) : sent
  if (kind === 'date and time' && typeof sent === 'string')
    return /^\d{4}-\d{2}-\d{2}$/.test(sent) ? `${sent}T00:00:00Z` : sent
  return typeof sent === 'string' && ['decimal', 'percent', 'money', 'date', 'time'].includes(kind) ? sent.trim() : sent
}

function wholeNumber(sent: unknown): unknown {
  return typeof sent === 'string' && /^\s*[+-]?\d{1,15}(?:\.0+)?\s*$/.test(sent) ? Number(sent) : sent
}

/** In the notations of programs and forms. */
function yesOrNo(sent: unknown): unknown {
  const word = typeof sent === 'string' ? sent.trim().toLowerCase() : sent
  if (word === 1 || word === '1' || word === 'true' || word === 'on' || word === 'yes') return true
  return word === 0 || word === '0' || word === 'false' || word === 'off' || word === 'no' ? false : sent
}
