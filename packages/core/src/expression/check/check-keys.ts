// `labels["colour"]` and `"colour" in labels`: a value by its key, of a map or a JSON value.

import * as build from '../build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Expression, ValueType } from '../expression.ts'
import { AT_KEY } from '../members.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import { BOOLEAN, JSON_VALUE, typeInWords } from '../value-types.ts'
import { isUnknown, refuseEmpty, unknownAt, type Checking } from './checking.ts'
import { isKnown } from './narrowing.ts'

export function hasKeys(type: ValueType): type is Extract<ValueType, { kind: 'map' | 'json' }> {
  return type.kind === 'map' || type.kind === 'json'
}

/** The value may always be empty, because any key may be missing. */
export function checkIndex(node: SyntaxNode & { kind: 'index' }, checking: Checking): Expression {
  const of = checking.check(node.of, checking)
  const key = checking.check(node.key, checking)
  if (isUnknown(of) || isUnknown(key)) return unknownAt(node.span)
  if (!hasKeys(of.type)) {
    const found = diagnostic('N060', node.span, 'one item')
    const wayOut =
      of.type.kind === 'list'
        ? 'Ask for an item at an end, first(xs) or last(xs), or for those with a property: xs.filter(x, …).'
        : 'Maps and JSON values are read by a key: labels["colour"].'
    checking.found.push(found.withHint(wayOut))
    return unknownAt(node.span)
  }
  if (!isKey(key, checking)) return unknownAt(node.span)
  const type = of.type.kind === 'map' ? of.type.of : JSON_VALUE
  const part = build.call(AT_KEY, [of, key], type, node.span, true)
  return isKnown(checking.facts, part) ? { ...part, isOptional: false } : part
}

function isKey(key: Expression, checking: Checking): boolean {
  if (key.type.kind === 'text' || key.type.kind === 'choice') return !refuseEmpty(key, checking)
  const found = diagnostic('N054', key.span, 'other type', 'a text', typeInWords(key.type))
  checking.found.push(found.withHint('A key is a text in quotes, or a value that is a text.'))
  return false
}

export function checkKeyIn(
  node: SyntaxNode & { kind: 'binary' },
  key: Expression,
  of: Expression,
  checking: Checking,
): Expression {
  if (!isKey(key, checking)) return unknownAt(node.span)
  return { ...build.binary('in', key, of, node.span), type: BOOLEAN }
}
