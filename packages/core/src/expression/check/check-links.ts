// Links to the address of the request with another value for one parameter of its query, and the links from one page of
// a list to others, as the header `Link` has them (RFC 8288). Both become concatenated texts.

import * as build from '../build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BinaryOperator, Expression, ValueType } from '../expression.ts'
import { addressBehind, addressUpTo, PAGE_LINKS } from '../request-address.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import { INTEGER, TEXT, typeInWords } from '../value-types.ts'
import { isUnknown, refuseEmpty, unknownAt, type Checking } from './checking.ts'

type UseNode = SyntaxNode & { kind: 'use' }

/** Kinds of values that an address writes like `string`. */
const IN_QUERIES: readonly ValueType['kind'][] = ['integer', 'decimal', 'boolean', 'date', 'time']

/** Empty if the value is empty. */
export function checkWithQuery(node: UseNode, checking: Checking): Expression {
  const [named, given] = node.arguments
  const { parameters } = checking.scope
  if (parameters === undefined || named?.kind !== 'text' || given === undefined || node.arguments.length !== 2) {
    const hint = 'In the answer of a call write withQuery("page", query.page + 1), with a parameter of its query.'
    checking.found.push(diagnostic('N054', node.nameSpan, 'use of withQuery').withHint(hint))
    return unknownAt(node.span)
  }
  if (!parameters.has(named.value)) {
    checking.found.push(diagnostic('N051', named.span, named.value).suggesting(named.value, parameters.keys()))
    return unknownAt(node.span)
  }
  const value = checking.check(given, checking)
  if (isUnknown(value)) return unknownAt(node.span)
  const isText = value.type.kind === 'text' || value.type.kind === 'choice'
  if (!isText && !IN_QUERIES.includes(value.type.kind)) {
    const found = diagnostic('N054', given.span, 'other type', 'a text or a number', typeInWords(value.type))
    checking.found.push(found.withHint('Write string(…), or name a part of it.'))
    return unknownAt(node.span)
  }
  const written = isText ? value : build.call('string', [value], TEXT, node.span, value.isOptional)
  const encoded = build.call('encode', [written], TEXT, node.span, value.isOptional)
  return addressWith(named.value, encoded)
}

/** `value`: as an address has it. */
function addressWith(parameter: string, value: Expression): Expression {
  const before = build.variable(addressUpTo(parameter), TEXT, value.span)
  const behind = build.variable(addressBehind(parameter), TEXT, value.span)
  return joined(joined(before, value), behind)
}

function joined(left: Expression, right: Expression): Expression {
  const isOptional = left.isOptional || right.isOptional
  return { ...build.binary('+', left, right), type: TEXT, isOptional }
}

const whole = (value: number): Expression => build.literal(value, INTEGER)

function computed(operator: '+' | '-' | '*' | '/', left: Expression, right: Expression): Expression {
  return { ...build.binary(operator, left, right), type: INTEGER }
}

function extreme(name: 'min' | 'max', a: Expression, b: Expression): Expression {
  return build.call(name, [a, b], INTEGER)
}

/** The places of pages: the number of a page, or the number of records before it. */
interface Places {
  readonly first: Expression
  readonly previous: Expression
  readonly next: Expression
  readonly last: Expression
}

/** Behind the last page, the previous one is the last one. */
function pagesAround(page: Expression, size: Expression, total: Expression): Places {
  const full = computed('/', computed('-', computed('+', total, size), whole(1)), size)
  const last = extreme('max', full, whole(1))
  const previous = extreme('min', computed('-', page, whole(1)), last)
  return { first: whole(1), previous, next: computed('+', page, whole(1)), last }
}

function offsetsAround(offset: Expression, size: Expression, total: Expression): Places {
  const before = extreme('max', computed('-', total, whole(1)), whole(0))
  const last = computed('*', computed('/', before, size), size)
  const previous = extreme('max', extreme('min', computed('-', offset, size), last), whole(0))
  return { first: whole(0), previous, next: computed('+', offset, size), last }
}

/** Empty unless the size is positive. */
export function checkPagingLinks(node: UseNode, checking: Checking): Expression {
  const [named, ...given] = node.arguments
  const { parameters } = checking.scope
  if (parameters === undefined || named?.kind !== 'text' || given.length !== 2) {
    const hint = `In the answer of a call write ${node.name}("page", query.limit, total), with a parameter of its query.`
    checking.found.push(diagnostic('N054', node.nameSpan, 'use of paging links', node.name).withHint(hint))
    return unknownAt(node.span)
  }
  const sent = parameters.get(named.value)
  if (sent === undefined) {
    checking.found.push(diagnostic('N051', named.span, named.value).suggesting(named.value, parameters.keys()))
    return unknownAt(node.span)
  }
  const variable = checking.scope.variables.get(sent)
  if (variable?.type.kind !== 'integer' || variable.isOptional) {
    if (variable?.type.kind !== 'unknown') {
      const found = diagnostic('N054', named.span, 'no place of a page', named.value)
      checking.found.push(found.withHint('Give it such a type: whole number at least 1, otherwise 1.'))
    }
    return unknownAt(node.span)
  }
  const [size, total] = given.map((each) => numberIn(each, checking))
  if (size == null || total == null) return unknownAt(node.span)
  const place = build.variable(sent, INTEGER, named.span)
  const places = (node.name === PAGE_LINKS ? pagesAround : offsetsAround)(place, size, total)
  const isPositive = build.binary('>', size, whole(0))
  const links = linksTo(named.value, place, places)
  return { ...build.conditional(isPositive, links, build.nothing(TEXT)), span: node.span }
}

/** Null: no whole number, already reported. */
function numberIn(node: SyntaxNode, checking: Checking): Expression | null {
  const value = checking.check(node, checking)
  if (isUnknown(value) || refuseEmpty(value, checking)) return null
  if (value.type.kind === 'integer') return value
  checking.found.push(diagnostic('N054', value.span, 'other type', 'a whole number', typeInWords(value.type)))
  return null
}

/** The first and the last page always, and the neighbours that exist. */
function linksTo(parameter: string, place: Expression, { first, previous, next, last }: Places): Expression {
  const text = (words: string): Expression => build.literal(words, TEXT)
  const link = (before: string, to: Expression, relation: string): Expression => {
    const address = addressWith(parameter, build.call('string', [to], TEXT))
    return joined(joined(text(`${before}<`), address), text(`>; rel="${relation}"`))
  }
  const where = (operator: BinaryOperator, limit: Expression, then: Expression): Expression =>
    build.conditional(build.binary(operator, place, limit), then, text(''))
  return [
    where('>', first, link(', ', previous, 'prev')),
    where('<', last, link(', ', next, 'next')),
    link(', ', last, 'last'),
  ].reduce(joined, link('', first, 'first'))
}
