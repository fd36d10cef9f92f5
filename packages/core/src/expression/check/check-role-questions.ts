// `me.has("Agent")` and `is("Owner", ticket)` → checks of the signed-in user's roles. A role on a record is replaced by
// its condition, which both back ends support already.

import * as build from '../build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { isUnknown, refuseEmpty, unknownAt, type Checking } from './checking.ts'
import { allOf, partsIn, substitute } from '../conditions.ts'
import { GROWN_PARTS_MAX } from '../expression-size.ts'
import type { Catalogue, Expression, ValueType } from '../expression.ts'
import { hear } from '../syntax/listener.ts'
import { placedAt } from './placed-at.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import { BOOLEAN, typeInWords } from '../value-types.ts'
import type { Span } from '../../text/source.ts'

type UseNode = SyntaxNode & { kind: 'use' }

/**
 * Given roles are not stored in fields, so expressions cannot compare them; a field that makes the role can be
 * compared.
 */
function refuseRolesOfOthers(node: UseNode, checking: Checking): Expression {
  const hint =
    'Give users a field for it, as job, write when `job == "manager"` as the way to get the role in point 6, and compare the field here.'
  checking.found.push(diagnostic('N013', node.nameSpan, 'role of another user').withHint(hint))
  return unknownAt(node.span)
}

export function checkHasRole(node: UseNode, receiver: SyntaxNode, checking: Checking): Expression {
  const [role] = node.arguments
  if (receiver.kind !== 'name' || receiver.name !== 'me' || role?.kind !== 'text' || node.arguments.length !== 1) {
    const isMe = receiver.kind === 'name' && receiver.name === 'me'
    const asked = isMe || role?.kind !== 'text' ? null : checking.check(receiver, checking)
    if (asked !== null && isUnknown(asked)) return unknownAt(node.span)
    if (asked?.type.kind === 'record') return refuseRolesOfOthers(node, checking)
    const found = diagnostic('N054', node.nameSpan, 'use of has')
    checking.found.push(found.withHint('Write me.has("…") with the name of a role.'))
    return unknownAt(node.span)
  }
  if (isUnknown(checking.check(receiver, checking))) return unknownAt(node.span)
  const { roles } = checking.scope.catalogue
  if (!roles.has(role.value)) {
    const span = { start: role.span.start + 1, end: role.span.end - 1 }
    checking.found.push(diagnostic('N051', span, role.value).suggesting(role.value, roles))
    return unknownAt(node.span)
  }
  hear(
    checking.scope,
    { start: role.span.start + 1, end: role.span.end - 1 },
    { kind: 'role', name: role.value, type: BOOLEAN, isOptional: false },
  )
  return build.hasRole(role.value, node.span)
}

const NO_ROLES: NonNullable<Catalogue['contextualRoles']> = new Map()

/** `is("Owner", ticket)`: whether the signed-in user has this role on the record. */
export function checkIsRole(node: UseNode, checking: Checking): Expression {
  const nodes = node.receiver === null ? node.arguments : [...node.arguments, node.receiver]
  const [role, record] = nodes
  if (role?.kind !== 'text' || record === undefined || nodes.length !== 2) {
    const found = diagnostic('N054', node.nameSpan, 'use of is')
    checking.found.push(found.withHint('Write is("…", …) with the name of a role for a record, and the record.'))
    return unknownAt(node.span)
  }
  const of = checking.check(record, checking)
  if (isUnknown(of)) return unknownAt(node.span)
  const condition = contextualCondition(role.value, insideQuotes(role.span), of, checking)
  if (condition === null || refuseEmpty(of, checking)) return unknownAt(node.span)
  const me = checking.scope.variables.get('me')
  if (me === undefined) {
    checking.found.push(diagnostic('N054', node.nameSpan, 'role of nobody'))
    return unknownAt(node.span)
  }
  const isSignedIn = me.isOptional && !checking.facts.has('me') ? [isPresent('me', me.type, node.span)] : []
  return placedAt(allOf([...isSignedIn, substitute(condition, 'this', of)]), node.span)
}

function insideQuotes(span: Span): Span {
  return { start: span.start + 1, end: span.end - 1 }
}

/** The condition over `this`, or null after a diagnostic (here or at the role's own row). */
function contextualCondition(name: string, span: Span, of: Expression, checking: Checking): Expression | null {
  const { contextualRoles = NO_ROLES, roles } = checking.scope.catalogue
  const declared = contextualRoles.get(name)
  if (declared === undefined) {
    const found = diagnostic('N051', span, name).suggesting(name, contextualRoles.keys())
    checking.found.push(
      roles.has(name) ? found.withHint(`"${name}" is no role for a record. Write me.has("${name}").`) : found,
    )
    return null
  }
  hear(checking.scope, span, { kind: 'role', name, type: BOOLEAN, isOptional: false })
  const fitting = declared.find(({ entity }) => of.type.kind === 'record' && of.type.entity === entity)
  if (fitting === undefined) {
    const entities = declared.map(({ entity }) => entity).join(' or ')
    checking.found.push(diagnostic('N054', of.span, 'role for another record', name, entities, typeInWords(of.type)))
    return null
  }
  const condition = fitting.condition()
  if (condition === null) return null
  if (condition !== 'circle') {
    // Substitution can repeat and multiply the size, so it is limited.
    const parts = partsIn(condition)
    if (parts <= GROWN_PARTS_MAX) return condition
    checking.found.push(diagnostic('N067', span, `The role "${name}"`, parts, GROWN_PARTS_MAX))
    return null
  }
  checking.found.push(diagnostic('N066', span, name))
  return null
}

function isPresent(name: string, type: ValueType, span: Span): Expression {
  return build.isNotEmpty(build.variable(name, type, span, true))
}
