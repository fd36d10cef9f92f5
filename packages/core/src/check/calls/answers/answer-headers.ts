// The headers of an answer or of a refusal → their checked values: one line of text each, and no address that a caller
// can choose.

import { diagnostic } from '../../../diagnostic/diagnostic.ts'
import type { Expression, Scope, ValueType } from '../../../expression/expression.ts'
import { typeInWords } from '../../../expression/value-types.ts'
import type { AnswerHeader } from '../../../model/errors.ts'
import { isOwnAnswerHeader } from '../../../model/wire.ts'
import type { Written } from '../../../text/source.ts'
import { report, type Checking } from '../../checking.ts'
import { requireExpression } from '../../expressions/expressions.ts'

/** Types of a header's value: one line of text. */
const SAID: readonly ValueType['kind'][] = [
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'time',
  'timestamp',
  'choice',
]

export function checkHeader(
  checking: Checking,
  { name, value: written }: { readonly name: Written; readonly value: Written },
  scope: Scope,
): AnswerHeader | null {
  if (isOwnAnswerHeader(name.text)) {
    const found = diagnostic('N011', name.span, 'header set by the product', name.text)
    return report(checking, found.withHint('Cookies are set by "cookie NAME", and a body has its type by "as text".'))
  }
  const value = requireExpression(checking, written, scope, null)
  if (value === null || value.type.kind === 'unknown') return null
  if (!SAID.includes(value.type.kind))
    return report(checking, diagnostic('N054', written.span, 'header is no text', typeInWords(value.type)))
  if (name.text.toLowerCase() === 'location' && leadsAnywhere(checking, value, sentIn(scope))) {
    const found = diagnostic('N011', written.span, 'open redirect')
    return report(checking, found.withHint('Begin with the address: `"/orders/" + path.number`.'))
  }
  return { name: name.text, value }
}

/** Prefixes after which no text can change the host: `/orders`, `https://shop.example/`. */
const SETTLED = /^(?:\/[^/\\]|https?:\/\/[^/?#\\@]+[/?#])/i

/**
 * Open redirect: tells whether a caller can choose the host. Either the address begins with a sent value, or a text
 * follows before the host is complete: `"/" + slug` can be `//evil.example`, and `"https://shop.example" + path`
 * another host.
 */
export function leadsAnywhere(checking: Checking, value: Expression, callers: ReadonlySet<string>): boolean {
  const isPlain = (part: Expression): boolean => isOnePart(checking, part)
  return beginnings(value).some(([first, ...rest]) => {
    if (first === undefined) return false
    if (first.kind !== 'literal') return isCallers(first, callers) || isContinued(rest, callers)
    const stated = String(first.value ?? '')
    const next = rest.find((part) => part.type.kind === 'text' && !isPlain(part))
    if (SETTLED.test(stated) || next === undefined) return false
    return stated !== '' || isCallers(next, callers)
  })
}

/** True for values of letters, digits and dashes only: a code, a slug or a number cannot extend a host. */
function isOnePart(checking: Checking, part: Expression): boolean {
  if (part.kind === 'call' && part.function === 'string') return part.arguments[0]?.type.kind === 'integer'
  if (part.kind !== 'field') return false
  const type = checking.entities.get(part.entity)?.fields.get(part.field)?.field.type.kind
  return type === 'random code' || type === 'slug'
}

/** Tells whether a sent value follows an unknown part before the host is complete. */
function isContinued(rest: readonly Expression[], callers: ReadonlySet<string>): boolean {
  const sent = rest.findIndex((part) => isCallers(part, callers))
  return (
    sent !== -1 && !rest.slice(0, sent).some((part) => part.kind === 'literal' && /^[/?#]/.test(String(part.value)))
  )
}

/** The parts of the concatenation, in each of its cases. Adjacent literals are merged. */
function beginnings(value: Expression): readonly (readonly Expression[])[] {
  if (value.kind === 'conditional') return [...beginnings(value.then), ...beginnings(value.otherwise)]
  if (value.kind !== 'binary' || value.operator !== '+') return [[value]]
  const ends = beginnings(value.right)
  return beginnings(value.left).flatMap((before) => ends.map((end) => joined(before, end)))
}

function joined(before: readonly Expression[], [next, ...rest]: readonly Expression[]): readonly Expression[] {
  const last = before.at(-1)
  if (last?.kind !== 'literal' || next?.kind !== 'literal')
    return [...before, ...(next === undefined ? [] : [next]), ...rest]
  return [...before.slice(0, -1), { ...last, value: `${last.value ?? ''}${next.value ?? ''}` }, ...rest]
}

/** Names that steps have bound to sent values. */
export function sentIn({ variables }: Scope): ReadonlySet<string> {
  return new Set([...variables].flatMap(([name, { isSent }]) => (isSent === true ? [name] : [])))
}

/** Tells whether the value is, or contains, a sent text. */
function isCallers(value: Expression, callers: ReadonlySet<string>): boolean {
  if (value.kind === 'binary') return isCallers(value.left, callers) || isCallers(value.right, callers)
  if (value.kind === 'conditional') return isCallers(value.then, callers) || isCallers(value.otherwise, callers)
  if (value.kind === 'call') return value.arguments.some((each) => isCallers(each, callers))
  return (
    value.kind === 'variable' &&
    ['text', 'list', 'group'].includes(value.type.kind) &&
    (/^(?:input|query|path|header|cookie)\./.test(value.name) || callers.has(value.name))
  )
}
