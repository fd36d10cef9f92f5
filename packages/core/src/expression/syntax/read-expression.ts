// The text in a pair of backticks → a syntax tree, or one diagnostic. The grammar is CEL's, parsed by cel-js. Only its
// parser is used: its types have no optional values, and its evaluator differs from SQL. Limits apply before and during
// parsing, so that no text is expensive: see expression-size.ts.

import Big from 'big.js'
import { Environment, type ASTNode } from '@marcbachmann/cel-js'
import { diagnostic, type Diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { Span, Written } from '../../text/source.ts'
import type { BinaryOperator } from '../expression.ts'
import { EXPRESSION_LIMITS, tooLarge } from '../expression-size.ts'
import { describeSyntaxError, type ParserError } from './syntax-errors.ts'
import type { SyntaxNode } from './syntax.ts'

const parser = new Environment({
  limits: {
    maxAstNodes: EXPRESSION_LIMITS.partsMax * 2,
    maxDepth: EXPRESSION_LIMITS.depthMax * 2,
    maxListElements: EXPRESSION_LIMITS.itemsMax,
    maxMapEntries: EXPRESSION_LIMITS.itemsMax,
    maxCallArguments: 8,
  },
})

export interface ReadExpression {
  readonly syntax: SyntaxNode | null
  readonly diagnostics: readonly Diagnostic[]
}

export function readExpression(written: Written): ReadExpression {
  if (written.text.trim() === '') return refused(written.span, ['empty'])
  const toSpan = placesIn(written)
  const large = tooLarge(written.text)
  if (large !== null) {
    // For a text that is too long, counting its escaped bars would be expensive.
    const span = large.start === 0 && large.end === written.text.length ? written.span : toSpan(large.start, large.end)
    return { syntax: null, diagnostics: [diagnostic('N061', span, ...large.sentence)] }
  }
  try {
    return { syntax: convert(parser.parse(written.text).ast, { text: written.text, toSpan }), diagnostics: [] }
  } catch (error) {
    if (error instanceof Unreadable) return refused(error.span, error.sentence)
    if (!isParserError(error)) throw error
    if (error.code === 'limit_exceeded') {
      return {
        syntax: null,
        diagnostics: [diagnostic('N061', written.span, 'too many items', EXPRESSION_LIMITS.itemsMax)],
      }
    }
    const described = describeSyntaxError(error, written.text)
    const found = diagnostic('N060', toSpan(described.start, described.end), ...described.sentence).withHint(
      described.hint,
    )
    return { syntax: null, diagnostics: [found] }
  }
}

function refused(span: Span, sentence: Sentence<'N060'>): ReadExpression {
  return { syntax: null, diagnostics: [diagnostic('N060', span, ...sentence)] }
}

function isParserError(error: unknown): error is ParserError {
  return error instanceof Error && error.name === 'ParseError'
}

/** Syntax that the grammar permits and Ninefold does not. */
class Unreadable extends Error {
  readonly span: Span
  readonly sentence: Sentence<'N060'>
  constructor(span: Span, sentence: Sentence<'N060'>) {
    super(sentence[0])
    this.span = span
    this.sentence = sentence
  }
}

/**
 * Offsets in the expression → spans in the document. In a table cell every `|` is written `\|`, so the document's text
 * is one character longer per bar.
 */
function placesIn(written: Written): (start: number, end: number) => Span {
  const { text, span } = written
  const surplus = span.end - span.start - text.length
  const isEscaped = surplus > 0 && surplus === [...text].filter((character) => character === '|').length
  const place = (offset: number) => {
    const before = isEscaped ? text.slice(0, offset).split('|').length - 1 : 0
    return Math.min(span.start + offset + before, span.end)
  }
  return (start, end) => ({ start: place(start), end: place(end) })
}

interface Reading {
  readonly text: string
  readonly toSpan: (start: number, end: number) => Span
}

function convert(node: ASTNode, reading: Reading): SyntaxNode {
  const span = reading.toSpan(node.start, node.end)
  const inner = (child: ASTNode) => convert(child, reading)
  switch (node.op) {
    case 'value':
      return convertLiteral(node, span, reading)
    case 'id':
      return { kind: 'name', name: node.args, span }
    case '.':
      return {
        kind: 'member',
        of: inner(node.args[0]),
        name: node.args[1],
        nameSpan: reading.toSpan(node.pos, node.end),
        span,
      }
    case 'call': {
      const [name, used] = node.args
      return {
        kind: 'use',
        name,
        nameSpan: reading.toSpan(node.start, node.start + name.length),
        arguments: used.map(inner),
        receiver: null,
        span,
      }
    }
    case 'rcall': {
      const [name, receiver, used] = node.args
      const at = reading.text.indexOf(name, reading.text.indexOf('.', receiver.end) + 1)
      const nameSpan = reading.toSpan(at, at + name.length)
      return { kind: 'use', name, nameSpan, arguments: used.map(inner), receiver: inner(receiver), span }
    }
    case 'list':
      return { kind: 'list', items: node.args.map(inner), span }
    case 'map':
      return {
        kind: 'object',
        entries: node.args.map(([key, value]) => ({ key: inner(key), value: inner(value) })),
        span,
      }
    case '?:': {
      const [condition, then, otherwise] = node.args
      return { kind: 'conditional', condition: inner(condition), then: inner(then), otherwise: inner(otherwise), span }
    }
    case '!_':
      return { kind: 'unary', operator: '!', operand: inner(node.args), span }
    case '-_':
      return { kind: 'unary', operator: '-', operand: inner(node.args), span }
    case '[]':
      return { kind: 'index', of: inner(node.args[0]), key: inner(node.args[1]), span }
    case '[?]':
    case '.?':
      throw new Unreadable(span, ['one item'])
    default:
      return {
        kind: 'binary',
        operator: node.op satisfies BinaryOperator,
        left: inner(node.args[0]),
        right: inner(node.args[1]),
        span,
      }
  }
}

function convertLiteral(node: ASTNode & { op: 'value' }, span: Span, reading: Reading): SyntaxNode {
  const value = node.args
  if (value === null) return { kind: 'null', span }
  if (typeof value === 'boolean') return { kind: 'boolean', value, span }
  if (typeof value === 'string') {
    // PostgreSQL cannot store U+0000, and a lone surrogate is not a character.
    if (/[\u0000\ud800-\udfff]/u.test(value)) {
      throw new Unreadable(span, ['character of no text'])
    }
    return { kind: 'text', value, span }
  }
  if (typeof value === 'bigint') {
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new Unreadable(span, ['number too large', Number.MAX_SAFE_INTEGER])
    }
    return { kind: 'integer', value: Number(value), span }
  }
  if (typeof value === 'number')
    return { kind: 'decimal', value: exactDecimal(reading.text.slice(node.start, node.end), span), span }
  throw new Unreadable(span, ['letter before or behind'])
}

/** The parser has rounded the number to a binary fraction, so it is parsed again from the text. */
function exactDecimal(digits: string, span: Span): string {
  const exponent = Math.abs(Number(/e(.*)$/i.exec(digits)?.[1] ?? '0'))
  if (digits.length + exponent > EXPRESSION_LIMITS.decimalDigitsMax) {
    throw new Unreadable(span, ['too many digits', EXPRESSION_LIMITS.decimalDigitsMax])
  }
  return new Big(digits).toFixed()
}
