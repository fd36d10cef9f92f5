// `list.exists(x, …)`, `all`, `exists_one`, `filter`, `map` → an operation on the items of a list.

import * as build from '../build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { emptyList, isUnknown, refuseEmpty, requireCondition, unknownAt, type Checking } from './checking.ts'
import type { ComprehensionOperation, Expression, ValueType } from '../expression.ts'
import { keyedIn, keyedObject } from '../keyed.ts'
import { hear } from '../syntax/listener.ts'
import { both, factsOfItems, factsWhen } from './narrowing.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import { BOOLEAN, isEmptyList, typeInWords, UNKNOWN } from '../value-types.ts'

type UseNode = SyntaxNode & { kind: 'use' }

export const COMPREHENSIONS: ReadonlySet<string> = new Set<ComprehensionOperation>([
  'exists',
  'all',
  'exists_one',
  'filter',
  'map',
])

/** `tickets.exists(t, t.status == "new")`; `map` may filter: `lines.map(l, l.price != null, l.price)`. */
export function checkComprehension(node: UseNode, receiver: SyntaxNode, checking: Checking): Expression {
  const over = checking.check(receiver, checking)
  const operation = node.name as ComprehensionOperation
  const [item, first, second] = node.arguments
  const isKeeping = operation === 'map' && second !== undefined
  if (
    item === undefined ||
    first === undefined ||
    item.kind !== 'name' ||
    node.arguments.length > (operation === 'map' ? 3 : 2)
  ) {
    const found = diagnostic('N054', node.nameSpan, 'needs a name', node.name)
    checking.found.push(found.withHint(`Write .${node.name}(x, …).`))
    return unknownAt(node.span)
  }
  if (isUnknown(over)) return unknownAt(node.span)
  if (over.type.kind !== 'list') {
    checking.found.push(diagnostic('N054', receiver.span, 'no items', typeInWords(over.type)))
    return unknownAt(node.span)
  }
  if (isTaken(item.name, checking)) {
    checking.found.push(diagnostic('N053', item.span, item.name).withHint('Give the items another name.'))
    return unknownAt(node.span)
  }
  if (refuseEmpty(over, checking)) return unknownAt(node.span)
  if (isEmptyList(over.type)) return ofNoItems(node, operation, item.name, checking)
  hear(checking.scope, item.span, { kind: 'new item', name: item.name, type: over.type.of, within: node.span })
  const inside: Checking = {
    ...checking,
    bound: new Map([...checking.bound, [item.name, over.type.of]]),
    facts: both(checking.facts, factsOfItems(over, item.name)),
  }
  if (!isKeeping) return comprehension(node, operation, over, item.name, first, inside)
  const kept = comprehension(node, 'filter', over, item.name, first, inside)
  if (isUnknown(kept) || kept.kind !== 'comprehension') return unknownAt(node.span)
  return comprehension(node, 'map', kept, item.name, second, {
    ...inside,
    facts: both(inside.facts, factsWhen(kept.body, true)),
  })
}

/** `lines.keyed(l, l.name, l.price)`: an object with a key per item. */
export function checkKeyed(node: UseNode, receiver: SyntaxNode, checking: Checking): Expression {
  const [item, key, value] = node.arguments
  if (item?.kind !== 'name' || key === undefined || value === undefined || node.arguments.length > 3) {
    const found = diagnostic('N054', node.nameSpan, 'needs a name', node.name)
    checking.found.push(found.withHint('Write .keyed(x, the key, the value).'))
    return unknownAt(node.span)
  }
  const entry = (name: string, of: SyntaxNode) => ({
    key: { kind: 'text', value: name, span: of.span } as const,
    value: of,
  })
  const pair: SyntaxNode = { kind: 'object', entries: [entry('key', key), entry('value', value)], span: node.span }
  const pairs = checkComprehension({ ...node, name: 'map', arguments: [item, pair] }, receiver, checking)
  if (isUnknown(pairs)) return unknownAt(node.span)
  if (pairs.kind !== 'comprehension') return build.object([], node.span)
  const keyed = keyedObject(pairs)
  const parts = keyedIn(keyed)
  if (parts === null) return unknownAt(node.span)
  if (parts.key.type.kind !== 'text' && parts.key.type.kind !== 'choice') {
    const found = diagnostic('N054', key.span, 'other type', 'a text', typeInWords(parts.key.type))
    checking.found.push(found.withHint('Make a text of it with string(…).'))
    return unknownAt(node.span)
  }
  return refuseEmpty(parts.key, checking) ? unknownAt(node.span) : keyed
}

/** The list is empty, so the result is known, and items have no type to check. */
function ofNoItems(node: UseNode, operation: ComprehensionOperation, variable: string, checking: Checking): Expression {
  const inside: Checking = { ...checking, bound: new Map([...checking.bound, [variable, UNKNOWN]]) }
  for (const asked of node.arguments.slice(1)) inside.check(asked, inside)
  if (operation === 'filter' || operation === 'map') return emptyList(node.span)
  return build.literal(operation === 'all', BOOLEAN, node.span)
}

function isTaken(name: string, checking: Checking): boolean {
  const { scope, bound } = checking
  const implicit = scope.implicit === null ? undefined : scope.variables.get(scope.implicit)
  const entity = implicit?.type.kind === 'record' ? scope.catalogue.entities.get(implicit.type.entity) : undefined
  return (
    bound.has(name) ||
    scope.variables.has(name) ||
    entity?.fields.has(name) === true ||
    scope.catalogue.constants.has(name) ||
    scope.catalogue.entities.has(name)
  )
}

function comprehension(
  node: UseNode,
  operation: ComprehensionOperation,
  over: Expression,
  variable: string,
  bodyNode: SyntaxNode,
  inside: Checking,
): Expression {
  const body = inside.check(bodyNode, inside)
  const made = (type: ValueType): Expression =>
    build.comprehension(operation, { over, variable, body }, type, node.span, false)
  if (isUnknown(body)) return unknownAt(node.span)
  if (operation === 'map') {
    // Lists never contain empty values; objects may.
    return refuseEmpty(body, inside) ? unknownAt(node.span) : made({ kind: 'list', of: body.type })
  }
  if (!requireCondition(body, inside, `The condition of "${operation}"`)) return unknownAt(node.span)
  return made(operation === 'filter' ? over.type : BOOLEAN)
}
