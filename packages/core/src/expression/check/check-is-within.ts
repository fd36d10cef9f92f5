// `category.isWithin(other)` → whether the one record is the other or stands below it. The way up is the only reference
// of the entity to itself, or the one that a further argument names.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { isUnknown, unknownAt, type Checking } from './checking.ts'
import type { CatalogueField, Expression } from '../expression.ts'
import { IS_WITHIN, within } from '../is-within.ts'
import { pathOf } from './narrowing.ts'
import { hear } from '../syntax/listener.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import { typeInWords, UNKNOWN } from '../value-types.ts'

type UseNode = SyntaxNode & { kind: 'use' }

export function checkIsWithin(node: UseNode, checking: Checking): Expression {
  const [first, second, way, ...others] = node.receiver === null ? node.arguments : [node.receiver, ...node.arguments]
  if (first === undefined || second === undefined || others.length > 0) {
    const count = node.receiver === null ? node.arguments.length : node.arguments.length + 1
    const found = diagnostic('N054', node.nameSpan, 'number of values', node.name, '2', 's', count)
    checking.found.push(found.withHint('Write category.isWithin(other), with two records of one entity.'))
    return unknownAt(node.span)
  }
  const [record, above] = [checking.check(first, checking), checking.check(second, checking)]
  hear(checking.scope, node.nameSpan, { kind: 'function', name: node.name, type: UNKNOWN, isOptional: false })
  if (isUnknown(record) || isUnknown(above)) return unknownAt(node.span)
  if (record.type.kind !== 'record') return refused(record, 'a record', checking, node)
  const { entity } = record.type
  const taken = above.type.kind === 'list' ? above.type.of : above.type
  if (taken.kind !== 'record' || taken.entity !== entity)
    return refused(above, typeInWords(record.type), checking, node)
  const up = wayUp(entity, node, way, checking)
  return up === null ? unknownAt(node.span) : within(record, above, entity, up, node.span)
}

function refused(argument: Expression, wanted: string, checking: Checking, { span }: UseNode): Expression {
  const { type } = argument
  const found = diagnostic('N054', argument.span, 'other type of an argument', IS_WITHIN, wanted, typeInWords(type))
  const path = type.kind === 'text' ? pathOf(argument) : null
  checking.found.push(found.withHint(path === null ? null : namingRecords(wanted, path)))
  return unknownAt(span)
}

/** An address has the key of a record. A list has the one record with this key. */
function namingRecords(wanted: string, path: string): string {
  const entity = wanted.split(' ').at(-1) ?? ''
  const field = path.split('.').at(-1) ?? ''
  return `Name the record: isWithin(${entity}.filter(x, x.${field} == ${path})).`
}

type Way = CatalogueField & { readonly name: string }

/** Null after a diagnostic. */
function wayUp(entity: string, node: UseNode, named: SyntaxNode | undefined, checking: Checking): Way | null {
  const fields = [...(checking.scope.catalogue.entities.get(entity)?.fields ?? [])]
  const ways = fields.flatMap(([name, field]) => (field.leadsToOwnKind === true ? [{ ...field, name }] : []))
  const name = named?.kind === 'name' ? named.name : null
  const way = named === undefined ? ways[0] : ways.find((each) => each.name === name)
  if (named === undefined ? ways.length !== 1 : way === undefined) {
    const names = ways.map((each) => each.name)
    checking.found.push(
      diagnostic('N069', named?.span ?? node.nameSpan, entity, names).withHint(
        names.length === 0
          ? `Give ${entity} a reference to the ${entity} above it, such as the field "parent" with the type ${entity}.`
          : `Write behind the other record which one leads upwards: isWithin(…, ${names[0] ?? ''}).`,
      ),
    )
    return null
  }
  if (way === undefined) return null
  if (named !== undefined) {
    const { type, isOptional } = way
    hear(checking.scope, named.span, { kind: 'field', name: way.name, of: entity, type, isOptional })
  }
  return way
}
