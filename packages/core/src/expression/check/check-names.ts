// A name or path → the variable, field, constant or collection that it means here. Ambiguous names are refused, not
// ranked.

import * as build from '../build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Span } from '../../text/source.ts'
import { isUnknown, refuseGroup, unknownAt, type Checking } from './checking.ts'
import type { CatalogueEntity, Expression, ObjectEntry, ScopeVariable, ValueType } from '../expression.ts'
import { PUBLIC_ADDRESS } from '../request-address.ts'
import { hear } from '../syntax/listener.ts'
import { memberName, membersOf } from '../members.ts'
import { isKnown } from './narrowing.ts'
import { dottedName } from '../syntax/dotted-name.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import { typeInWords } from '../value-types.ts'

export function checkName(node: SyntaxNode & { kind: 'name' }, checking: Checking): Expression {
  const { name, span } = node
  const { scope } = checking
  const item = checking.bound.get(name)
  if (item !== undefined) {
    hear(scope, span, { kind: 'item', name, type: item, isOptional: false })
    return build.variable(name, item, span)
  }
  const variable = scope.variables.get(name)
  const implicit = implicitRecord(checking)
  const isField = implicit?.entity.fields.has(name) === true
  const other = variable !== undefined ? 'a name bound here' : scope.catalogue.constants.has(name) ? 'a constant' : null
  const hasBoth = isField && other !== null && name !== scope.implicit
  if (hasBoth && !checking.namedByRecord.has(name)) {
    const meant = variable === undefined ? 'the constant' : 'the bound name'
    const where = variable === undefined ? 'in point 9' : 'where it is bound'
    checking.found.push(
      diagnostic('N052', span, name, other).withHint(
        `For the field write ${scope.implicit}.${name}; beside it, ${name} is ${meant}. For ${meant} alone, give it another name ${where}.`,
      ),
    )
    return unknownAt(span)
  }
  if (isField && implicit !== null && !hasBoth) {
    const record = variableNamed(implicit.name, implicit.variable, span, checking)
    return fieldOf(record, implicit.entityName, name, span, checking)
  }
  if (variable !== undefined) {
    hear(scope, span, { kind: 'variable', name, of: scope.owner ?? null, ...variable })
    return variableNamed(name, variable, span, checking)
  }
  const constant = scope.catalogue.constants.get(name)
  if (constant !== undefined) {
    hear(scope, span, { kind: 'constant', name, type: constant.type, isOptional: false })
    return { ...build.literal(constant.value, constant.type, span), constant: name }
  }
  if (scope.catalogue.entities.has(name)) {
    const type: ValueType = { kind: 'list', of: { kind: 'record', entity: name } }
    hear(scope, span, { kind: 'entity', name, type, isOptional: false })
    return { kind: 'records', entity: name, type, isOptional: false, span }
  }
  return reportUnknownName(name, span, checking)
}

const SENT: readonly string[] = ['input', 'path', 'query', 'header', 'cookie']

function reportUnknownName(name: string, span: Span, checking: Checking): Expression {
  hear(checking.scope, span, { kind: 'unknown', name, bound: checking.bound })
  const { catalogue } = checking.scope
  if (catalogue.lookups.has(name) || catalogue.decisions.has(name) || catalogue.shapes.has(name)) {
    const what = catalogue.shapes.has(name) ? 'a shape' : 'a lookup'
    checking.found.push(diagnostic('N054', span, 'missing brackets', name, what).withHint(`Write ${name}(…).`))
    return unknownAt(span)
  }
  const inside = [...checking.scope.variables.keys()].filter((variable) => variable.startsWith(`${name}.`))
  if (inside.length > 0) {
    const found = diagnostic('N054', span, 'parts are values', name)
    checking.found.push(found.withHint(`There is ${inside.join(', ')}.`))
    return unknownAt(span)
  }
  const input = ['input', 'path', 'query']
    .map((part) => `${part}.${name}`)
    .find((each) => checking.scope.variables.has(each))
  const found = diagnostic('N051', span, name)
  if (name === PUBLIC_ADDRESS) {
    const hint =
      'Answers and shapes name it. To find a record by its address, compare the end: endsWith(input.url, "/books/" + mark).'
    checking.found.push(found.withHint(hint))
    return unknownAt(span)
  }
  if (SENT.includes(name) && checking.scope.owner === undefined) {
    const hint =
      'Only the steps of a call know what a request sends. A key that depends on it stands in the answer, in an object beside or in place of the shape.'
    checking.found.push(found.withHint(hint))
    return unknownAt(span)
  }
  checking.found.push(input === undefined ? found.suggesting(name, namesInScope(checking)) : found.meaning(input))
  return unknownAt(span)
}

function namesInScope(checking: Checking): string[] {
  const { scope } = checking
  return [
    ...checking.bound.keys(),
    ...(implicitRecord(checking)?.entity.fields.keys() ?? []),
    ...scope.variables.keys(),
    ...scope.catalogue.constants.keys(),
    ...scope.catalogue.entities.keys(),
  ]
}

/** The record whose fields are bare names here. */
function implicitRecord(
  checking: Checking,
): { name: string; variable: ScopeVariable; entityName: string; entity: CatalogueEntity } | null {
  const { implicit, variables, catalogue } = checking.scope
  const variable = implicit === null ? undefined : variables.get(implicit)
  if (implicit === null || variable === undefined || variable.type.kind !== 'record') return null
  const entity = catalogue.entities.get(variable.type.entity)
  return entity === undefined ? null : { name: implicit, variable, entityName: variable.type.entity, entity }
}

function variableNamed(name: string, variable: ScopeVariable, span: Span, checking: Checking): Expression {
  const isOptional = variable.isOptional && !checking.facts.has(name)
  return build.variable(name, variable.type, span, isOptional)
}

/** `a.b.c`: the longest dotted variable in scope, then fields of its value. */
export function checkMember(node: SyntaxNode & { kind: 'member' }, checking: Checking): Expression {
  const dotted = dottedName(node)
  if (dotted !== null && !checking.bound.has(dotted.head)) {
    const variable = checking.scope.variables.get(dotted.name)
    if (variable !== undefined) {
      hear(checking.scope, node.span, {
        kind: 'variable',
        name: dotted.name,
        of: checking.scope.owner ?? null,
        ...variable,
      })
      return variableNamed(dotted.name, variable, node.span, checking)
    }
    const owner = dotted.name.slice(0, -node.name.length - 1)
    if (isPrefixOnly(owner, checking)) {
      // A longer variable may still begin here: `input.user` of `input.user.email`.
      if (isPrefixOnly(dotted.name, checking)) {
        if (dotted.head === 'input') return sentGroup(dotted.name, node.span, checking)
        return refuseGroup(dotted.name, node.span, checking)
      }
      const parts = [...checking.scope.variables.keys()]
        .filter((name) => name.startsWith(`${owner}.`))
        .map((name) => name.slice(owner.length + 1))
      checking.found.push(diagnostic('N051', node.nameSpan, node.name).suggesting(node.name, parts))
      return unknownAt(node.span)
    }
  }
  const of = checking.check(node.of, checking)
  if (isUnknown(of)) return unknownAt(node.span)
  hear(checking.scope, node.nameSpan, { kind: 'after dot', name: node.name, type: of.type })
  if (of.type.kind === 'record') return checkFieldOf(of, of.type.entity, node, checking)
  if (of.type.kind === 'list' && (of.type.of.kind === 'record' || of.type.of.kind === 'group')) {
    checking.found.push(
      diagnostic('N054', node.nameSpan, 'several entities', typeInWords(of.type)).withHint(
        `Write .map(x, x.${node.name}) or .exists(x, …).`,
      ),
    )
    return unknownAt(node.span)
  }
  const members = membersOf(of.type)
  if (members !== null) return checkPart(of, members, node, checking)
  checking.found.push(diagnostic('N054', node.nameSpan, 'no fields', typeInWords(of.type)))
  return unknownAt(node.span)
}

/** `during.start`: a part of a value that is not a record. */
function checkPart(
  of: Expression,
  members: ReadonlyMap<string, ScopeVariable>,
  node: SyntaxNode & { kind: 'member' },
  checking: Checking,
): Expression {
  const member = members.get(node.name)
  if (member === undefined) {
    checking.found.push(diagnostic('N051', node.nameSpan, node.name).suggesting(node.name, members.keys()))
    return unknownAt(node.span)
  }
  const part: Expression = build.call(
    memberName(node.name),
    [of],
    member.type,
    node.span,
    of.isOptional || member.isOptional,
  )
  return part.isOptional && isKnown(checking.facts, part) ? { ...part, isOptional: false } : part
}

/** `input.address` of `input.address.city`: an object of its parts, with the keys of the request. */
function sentGroup(name: string, span: Span, checking: Checking): Expression {
  const entries = new Map<string, ObjectEntry>()
  const depth = name.split('.').length - 1
  for (const [path, { type, isOptional, sentAs }] of checking.scope.variables) {
    if (!path.startsWith(`${name}.`)) continue
    const [part = '', ...deeper] = path.slice(name.length + 1).split('.')
    if (entries.has(part)) continue
    const whole = `${name}.${part}`
    const value = deeper.length > 0 ? sentGroup(whole, span, checking) : build.variable(whole, type, span, isOptional)
    entries.set(part, { key: sentAs?.[depth] ?? part, value })
  }
  return build.object([...entries.values()], span)
}

/** Not a variable itself, but a prefix of some. */
function isPrefixOnly(name: string, checking: Checking): boolean {
  const { variables } = checking.scope
  if (variables.has(name) || implicitRecord(checking)?.entity.fields.has(name) === true) return false
  for (const variable of variables.keys()) if (variable.startsWith(`${name}.`)) return true
  return false
}

function checkFieldOf(
  of: Expression,
  entityName: string,
  node: SyntaxNode & { kind: 'member' },
  checking: Checking,
): Expression {
  const entity = checking.scope.catalogue.entities.get(entityName)
  if (entity === undefined) return unknownAt(node.span)
  if (!entity.fields.has(node.name)) {
    checking.found.push(diagnostic('N051', node.nameSpan, node.name).suggesting(node.name, entity.fields.keys()))
    return unknownAt(node.span)
  }
  return fieldOf(of, entityName, node.name, node.span, checking, node.nameSpan)
}

function fieldOf(
  of: Expression,
  entityName: string,
  name: string,
  span: Span,
  checking: Checking,
  nameSpan = span,
): Expression {
  const field = checking.scope.catalogue.entities.get(entityName)?.fields.get(name)
  if (field === undefined) return unknownAt(span)
  hear(checking.scope, nameSpan, { kind: 'field', name, of: entityName, ...field })
  if (field.isHidden) {
    checking.found.push(diagnostic('N057', nameSpan, name))
    return unknownAt(span)
  }
  const plain = build.field(of, entityName, name, field, span)
  return plain.isOptional ? { ...plain, isOptional: !isFilled(plain, field.type, checking) } : plain
}

/** Tells whether a field is known not to be empty; a to-many field exists with its record. */
function isFilled(field: Expression & { kind: 'field' }, type: ValueType, checking: Checking): boolean {
  if (type.kind === 'list') return !field.of.isOptional
  return isKnown(checking.facts, field)
}
