// A value of a lenient client or form → its meaning, if it can be converted unambiguously (reference/7-calls, Values).
// Otherwise it is unchanged, and is refused as usual.

import type { Input } from '../../model/calls.ts'
import { isDay } from '../values/inputs.ts'
import type { Datum } from '../store.ts'

const WHOLE = ['whole number', 'duration', 'version']
const TEXTS = ['text', 'long text', 'formatted text', 'phone', 'choice', 'state']
const TRIMMED = ['decimal', 'percent', 'money', 'date', 'time']

export function leniently(input: Input, sent: Datum): Datum {
  const { kind, isSeveral } = kindOf(input)
  const items = Array.isArray(sent) ? (sent as readonly Datum[]) : null
  if (isSeveral) return sent === '' ? [] : (items ?? [sent]).map((item) => lenientOne(kind, input.isNeeded, item))
  // A list is a value of JSON itself.
  const isOneInList = items?.length === 1 && kind !== 'json'
  return lenientOne(kind, input.isNeeded, isOneInList ? (items[0] ?? null) : sent)
}

function kindOf({ like }: Input): { readonly kind: string; readonly isSeveral: boolean } {
  switch (like.kind) {
    case 'field':
      return { kind: like.field.type.kind, isSeveral: ['choices', 'collection'].includes(like.field.type.kind) }
    case 'type':
      return { kind: like.type.kind, isSeveral: like.isList || like.type.kind === 'choices' }
    case 'record by':
      return { kind: 'text', isSeveral: like.field.type.kind === 'collection' }
    case 'one of':
      return { kind: 'choice', isSeveral: false }
    case 'objects':
      throw new Error('Defect: objects are taken by themselves.')
  }
}

export function lenientOne(kind: string, isNeeded: boolean, sent: Datum): Datum {
  // Forms send empty inputs as empty texts.
  if (sent === '' && !isNeeded && !TEXTS.includes(kind)) return null
  if (TEXTS.includes(kind)) return typeof sent === 'number' || typeof sent === 'boolean' ? String(sent) : sent
  if (kind === 'yes/no') return yesOrNo(sent)
  if (typeof sent !== 'string') return sent
  if (kind === 'json') return jsonIn(sent)
  if (WHOLE.includes(kind)) return /^\s*[+-]?\d{1,15}(?:\.0+)?\s*$/.test(sent) ? Number(sent) : sent
  if (kind === 'date and time') return isDay(sent) ? `${sent}T00:00:00Z` : sent
  return TRIMMED.includes(kind) ? sent.trim() : sent
}

/** A form has objects and lists as texts. */
export function jsonIn(sent: string): Datum {
  if (!['{', '['].includes(sent.trim().charAt(0))) return sent
  try {
    return JSON.parse(sent) as Datum
  } catch {
    return sent
  }
}

function yesOrNo(sent: Datum): Datum {
  const word = String(sent).trim().toLowerCase()
  if (['1', 'true', 'on', 'yes'].includes(word)) return true
  return ['0', 'false', 'off', 'no'].includes(word) ? false : sent
}
