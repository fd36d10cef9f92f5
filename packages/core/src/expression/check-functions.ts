// `name(…)` and `value.name(…)` → the function of the library, the lookup, the shape, the question about the
// items of a list or about the caller's roles that it means.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { isValidDate } from './calendar.ts'
import { isUnknown, refuseEmpty, requireCondition, unknownAt, type Checking } from './checking.ts'
import { misfitChoice } from './check-operators.ts'
import type { ComprehensionOperation, Expression, ValueType } from './expression.ts'
import { FUNCTIONS, LATER_FUNCTIONS, type Overload, type Parameter } from './functions.ts'
import { hear } from './listener.ts'
import { both, factsWhen } from './narrowing.ts'
import type { SyntaxNode } from './syntax.ts'
import { BOOLEAN, convertTo, DATE, TIME, toDecimal, together, typeInWords, UNKNOWN } from './value-types.ts'

type UseNode = SyntaxNode & { kind: 'use' }

const COMPREHENSIONS: ReadonlySet<string> = new Set<ComprehensionOperation>([
  'exists',
  'all',
  'exists_one',
  'filter',
  'map',
])

export function checkUse(node: UseNode, checking: Checking): Expression {
  const { catalogue } = checking.scope
  if (node.receiver !== null && COMPREHENSIONS.has(node.name)) return checkComprehension(node, node.receiver, checking)
  if (node.receiver !== null && node.name === 'has') return checkHasRole(node, node.receiver, checking)
  if (node.receiver === null && catalogue.lookups.has(node.name)) return checkLookup(node, checking)
  if (node.receiver === null && catalogue.shapes.has(node.name)) return checkShape(node, checking)
  const overloads = Object.hasOwn(FUNCTIONS, node.name) ? FUNCTIONS[node.name] : undefined
  if (overloads !== undefined) return checkFunction(node, overloads, checking)
  if (Object.hasOwn(LATER_FUNCTIONS, node.name)) {
    checking.found.push(diagnostic('N013', node.nameSpan, LATER_FUNCTIONS[node.name] ?? ''))
    return unknownAt(node.span)
  }
  const known = [...Object.keys(FUNCTIONS), ...catalogue.lookups.keys(), ...catalogue.shapes.keys(), ...COMPREHENSIONS]
  checking.found.push(diagnostic('N051', node.nameSpan, node.name).suggesting(node.name, known))
  return unknownAt(node.span)
}

/** `tickets.exists(t, t.status == "new")`; `map` may keep only some: `lines.map(l, l.price != null, l.price)`. */
function checkComprehension(node: UseNode, receiver: SyntaxNode, checking: Checking): Expression {
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
    const found = diagnostic(
      'N054',
      node.nameSpan,
      `"${node.name}" needs a name for each item and what is asked about it.`,
    )
    checking.found.push(found.withHint(`Write .${node.name}(x, …).`))
    return unknownAt(node.span)
  }
  if (isUnknown(over)) return unknownAt(node.span)
  if (over.type.kind !== 'list') {
    checking.found.push(diagnostic('N054', receiver.span, `Only a list has items; this is ${typeInWords(over.type)}.`))
    return unknownAt(node.span)
  }
  if (isTaken(item.name, checking)) {
    checking.found.push(diagnostic('N053', item.span, item.name).withHint('Give the items another name.'))
    return unknownAt(node.span)
  }
  if (refuseEmpty(over, checking)) return unknownAt(node.span)
  hear(checking.scope, item.span, { kind: 'new item', name: item.name, type: over.type.of, within: node.span })
  const inside: Checking = { ...checking, bound: new Map([...checking.bound, [item.name, over.type.of]]) }
  if (!isKeeping) return comprehension(node, operation, over, item.name, first, inside)
  const kept = comprehension(node, 'filter', over, item.name, first, inside)
  if (isUnknown(kept) || kept.kind !== 'comprehension') return unknownAt(node.span)
  return comprehension(node, 'map', kept, item.name, second, {
    ...inside,
    facts: both(inside.facts, factsWhen(kept.body, true)),
  })
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
  const made = (type: ValueType): Expression => ({
    kind: 'comprehension',
    operation,
    over,
    variable,
    body,
    type,
    isOptional: false,
    span: node.span,
  })
  if (isUnknown(body)) return unknownAt(node.span)
  if (operation === 'map') {
    // A list never holds empties; an object may, inside.
    return refuseEmpty(body, inside) ? unknownAt(node.span) : made({ kind: 'list', of: body.type })
  }
  if (!requireCondition(body, inside, `What "${operation}" asks`)) return unknownAt(node.span)
  return made(operation === 'filter' ? over.type : BOOLEAN)
}

function checkHasRole(node: UseNode, receiver: SyntaxNode, checking: Checking): Expression {
  const [role] = node.arguments
  if (receiver.kind !== 'name' || receiver.name !== 'me' || role?.kind !== 'text' || node.arguments.length !== 1) {
    const found = diagnostic('N054', node.nameSpan, '"has" asks whether the signed-in user has a role.')
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
  return { kind: 'has role', role: role.value, type: BOOLEAN, isOptional: false, span: node.span }
}

/** The one value in the brackets of a lookup or a shape, checked; null after a diagnostic. */
function onlyArgument(node: UseNode, what: string, checking: Checking): Expression | null {
  const [used] = node.arguments
  if (used === undefined || node.arguments.length !== 1) {
    checking.found.push(diagnostic('N054', node.nameSpan, `"${node.name}" takes ${what}, and nothing else.`))
    return null
  }
  const expression = checking.check(used, checking)
  return isUnknown(expression) ? null : expression
}

function checkLookup(node: UseNode, checking: Checking): Expression {
  const lookup = checking.scope.catalogue.lookups.get(node.name)
  if (lookup === undefined) return unknownAt(node.span)
  hear(checking.scope, node.nameSpan, { kind: 'lookup', name: node.name, type: lookup.result, isOptional: false })
  const used = onlyArgument(node, typeInWords(lookup.argument), checking)
  if (used === null || refuseEmpty(used, checking)) return unknownAt(node.span)
  const of = convertTo(used, lookup.argument)
  if (of === null) {
    const message = `"${node.name}" takes ${typeInWords(lookup.argument)}, not ${typeInWords(used.type)}.`
    checking.found.push(misfitChoice(used, lookup.argument) ?? diagnostic('N054', used.span, message))
    return unknownAt(node.span)
  }
  return {
    kind: 'lookup',
    name: node.name,
    of,
    rows: lookup.rows,
    type: lookup.result,
    isOptional: false,
    span: node.span,
  }
}

/** A shape of an empty record is empty. Over a list, it is laid over each record. */
function checkShape(node: UseNode, checking: Checking): Expression {
  const shape = checking.scope.catalogue.shapes.get(node.name)
  if (shape === undefined) return unknownAt(node.span)
  hear(checking.scope, node.nameSpan, { kind: 'shape', name: node.name, type: { kind: 'object' }, isOptional: false })
  const record: ValueType = { kind: 'record', entity: shape.entity }
  const of = onlyArgument(node, typeInWords(record), checking)
  if (of === null) return unknownAt(node.span)
  if (of.type.kind !== 'record' || of.type.entity !== shape.entity) {
    const found = diagnostic(
      'N054',
      of.span,
      `"${node.name}" is a shape of ${shape.entity}; this is ${typeInWords(of.type)}.`,
    )
    checking.found.push(found.withHint(of.type.kind === 'list' ? `Write .map(x, ${node.name}(x)).` : null))
    return unknownAt(node.span)
  }
  return { kind: 'shape', shape: node.name, of, type: { kind: 'object' }, isOptional: of.isOptional, span: node.span }
}

function checkFunction(node: UseNode, overloads: readonly Overload[], checking: Checking): Expression {
  const nodes = node.receiver === null ? node.arguments : [node.receiver, ...node.arguments]
  const used = nodes.map((argument) => checking.check(argument, checking))
  if (used.some(isUnknown)) return unknownAt(node.span)
  hear(checking.scope, node.nameSpan, { kind: 'function', name: node.name, type: UNKNOWN, isOptional: false })
  const ofLength = overloads.filter((overload) => overload.parameters.length === used.length)
  if (ofLength.length === 0) {
    const counts = [...new Set(overloads.map((overload) => overload.parameters.length))].join(' or ')
    checking.found.push(
      diagnostic(
        'N054',
        node.nameSpan,
        `"${node.name}" takes ${counts} value${counts === '1' ? '' : 's'}, not ${used.length}.`,
      ),
    )
    return unknownAt(node.span)
  }
  for (const overload of ofLength) {
    const fitted = fitArguments(overload, used)
    if (fitted !== null) return makeCall(node, overload, fitted, checking)
  }
  reportArguments(node, ofLength, used, checking)
  return unknownAt(node.span)
}

function fitArguments(overload: Overload, used: readonly Expression[]): readonly Expression[] | null {
  const fitted: Expression[] = []
  for (const [index, parameter] of overload.parameters.entries()) {
    const argument = used[index]
    const taken = argument === undefined ? null : fitArgument(parameter, argument)
    if (taken === null) return null
    fitted.push(taken)
  }
  const [first, second] = fitted
  return overload.isUniform === true && first !== undefined && second !== undefined ? together(first, second) : fitted
}

function fitArgument(parameter: Parameter, argument: Expression): Expression | null {
  if (parameter.accepts(argument.type)) return argument
  return parameter.widens === true && argument.type.kind === 'integer' ? toDecimal(argument) : null
}

function makeCall(node: UseNode, overload: Overload, used: readonly Expression[], checking: Checking): Expression {
  let isBad = false
  for (const [index, parameter] of overload.parameters.entries()) {
    const argument = used[index]
    if (argument === undefined) continue
    if (parameter.mayBeEmpty !== true) isBad = refuseEmpty(argument, checking) || isBad
    const { literal } = parameter
    if (
      literal !== undefined &&
      !(argument.kind === 'literal' && argument.value !== null && literal.holds(argument.value))
    ) {
      checking.found.push(diagnostic('N054', argument.span, `"${node.name}" takes ${literal.words} here.`))
      isBad = true
    }
  }
  if (isBad) return unknownAt(node.span)
  const literal = literalOf(node, used, checking)
  if (literal !== null) return literal
  const type = typeof overload.result === 'function' ? overload.result(used) : overload.result
  return {
    kind: 'call',
    function: node.name,
    arguments: used,
    type,
    isOptional: overload.mayGiveEmpty === true,
    span: node.span,
  }
}

/** `date("2026-01-31")` and `time("23:59")` are values, not computations. */
function literalOf(node: UseNode, used: readonly Expression[], checking: Checking): Expression | null {
  const [argument] = used
  if (argument?.kind !== 'literal' || typeof argument.value !== 'string') return null
  const { span } = node
  if (node.name === 'time') {
    const value = argument.value.length === 5 ? `${argument.value}:00` : argument.value
    return { kind: 'literal', value, type: TIME, isOptional: false, span }
  }
  if (node.name !== 'date') return null
  if (!isValidDate(argument.value)) {
    checking.found.push(diagnostic('N054', argument.span, `There is no date ${argument.value}.`))
    return unknownAt(span)
  }
  return { kind: 'literal', value: argument.value, type: DATE, isOptional: false, span }
}

/** Points at the argument that no overload takes. */
function reportArguments(
  node: UseNode,
  overloads: readonly Overload[],
  used: readonly Expression[],
  checking: Checking,
): void {
  for (const [index, argument] of used.entries()) {
    const stillFitting = overloads.filter((overload) =>
      overload.parameters.slice(0, index).every((parameter, before) => {
        const earlier = used[before]
        return earlier !== undefined && fitArgument(parameter, earlier) !== null
      }),
    )
    const parameters = stillFitting.flatMap((overload) => overload.parameters[index] ?? [])
    if (parameters.some((parameter) => fitArgument(parameter, argument) !== null)) continue
    const words = [...new Set(parameters.map((parameter) => parameter.words))].join(' or ')
    const found = diagnostic(
      'N054',
      argument.span,
      `"${node.name}" takes ${words} here, not ${typeInWords(argument.type)}.`,
    )
    checking.found.push(found)
    return
  }
  const [first, second] = used
  const message = `"${node.name}" needs values of one type; these are ${first === undefined ? '' : typeInWords(first.type)} and ${second === undefined ? '' : typeInWords(second.type)}.`
  checking.found.push(diagnostic('N054', second?.span ?? node.span, message))
}
