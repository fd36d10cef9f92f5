// `name(…)` and `value.name(…)` → the function, lookup, shape, list operation or role check that it means.

import * as build from '../build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { isValidDate } from '../calendar.ts'
import { isUnknown, refuseEmpty, refuseGroup, unknownAt, type Checking } from './checking.ts'
import { misfitChoice } from './check-operators.ts'
import { checkDecision } from './check-decision.ts'
import { checkComprehension, checkKeyed, COMPREHENSIONS } from './check-comprehension.ts'
import { checkIsWithin } from './check-is-within.ts'
import { checkPagingLinks, checkWithQuery } from './check-links.ts'
import { checkHasRole, checkIsRole } from './check-role-questions.ts'
import type { Expression, ValueType } from '../expression.ts'
import { FUNCTIONS, type Overload, type Parameter } from '../functions.ts'
import { IS_WITHIN } from '../is-within.ts'
import { KEYED } from '../keyed.ts'
import { LEFT_OUT, ONLY_IF } from '../omitted-keys.ts'
import { movedBy } from '../moved-by.ts'
import { knownValues } from './known-values.ts'
import { both, factsWhen, isKnown, isKnownNotZero } from './narrowing.ts'
import { hear } from '../syntax/listener.ts'
import { OFFSET_LINKS, PAGE_LINKS, WITH_QUERY } from '../request-address.ts'
import { sentVariable } from '../sent-inputs.ts'
import { REFUSED_FUNCTIONS } from './refused-functions.ts'
import { dottedName } from '../syntax/dotted-name.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import {
  BOOLEAN,
  convertTo,
  DATE,
  INTEGER,
  isEmptyList,
  isEmptyObject,
  TIME,
  toDecimal,
  together,
  typeInWords,
  UNKNOWN,
} from '../value-types.ts'

type UseNode = SyntaxNode & { kind: 'use' }

export function checkUse(node: UseNode, checking: Checking): Expression {
  const { catalogue } = checking.scope
  if (node.receiver !== null && node.name === KEYED) return checkKeyed(node, node.receiver, checking)
  if (node.receiver !== null && COMPREHENSIONS.has(node.name)) return checkComprehension(node, node.receiver, checking)
  if (node.receiver !== null && node.name === 'has') return checkHasRole(node, node.receiver, checking)
  if (node.name === 'has' && node.arguments.length === 1) return checkHas(node, checking)
  if (node.name === IS_WITHIN) return checkIsWithin(node, checking)
  if (node.name === 'is') return checkIsRole(node, checking)
  if (node.receiver === null && catalogue.lookups.has(node.name)) return checkLookup(node, checking)
  const decision = node.receiver === null ? catalogue.decisions.get(node.name) : undefined
  if (decision !== undefined) return checkDecision(node, decision, checking)
  if (node.receiver === null && catalogue.shapes.has(node.name)) return checkShape(node, checking)
  if (node.receiver === null && node.name === LEFT_OUT) return checkLeftOut(node, checking)
  if (node.receiver === null && node.name === ONLY_IF) return checkOnlyIf(node, checking)
  if (node.receiver === null && node.name === WITH_QUERY) return checkWithQuery(node, checking)
  if (node.receiver === null && (node.name === PAGE_LINKS || node.name === OFFSET_LINKS))
    return checkPagingLinks(node, checking)
  const overloads = Object.hasOwn(FUNCTIONS, node.name) ? FUNCTIONS[node.name] : undefined
  if (overloads !== undefined) return checkFunction(node, overloads, checking)
  const refused = REFUSED_FUNCTIONS.get(node.name)
  if (refused !== undefined) {
    checking.found.push(diagnostic('N063', node.nameSpan, node.name, refused.why).withHint(refused.instead))
    return unknownAt(node.span)
  }
  const known = [
    ...Object.keys(FUNCTIONS),
    ...catalogue.lookups.keys(),
    ...catalogue.decisions.keys(),
    ...catalogue.shapes.keys(),
    ...COMPREHENSIONS,
    KEYED,
    IS_WITHIN,
    LEFT_OUT,
    ONLY_IF,
    WITH_QUERY,
    PAGE_LINKS,
    OFFSET_LINKS,
  ]
  checking.found.push(diagnostic('N051', node.nameSpan, node.name).suggesting(node.name, known))
  return unknownAt(node.span)
}

/** Whether it is permitted in its place depends on the whole expression. */
function checkLeftOut(node: UseNode, checking: Checking): Expression {
  const of = onlyArgument(node, 'what may be empty', checking)
  if (of === null) return unknownAt(node.span)
  return build.call(LEFT_OUT, [of], of.type, node.span, true)
}

/** `onlyIf(condition, value)`; its place is checked like that of `ifAny`. */
function checkOnlyIf(node: UseNode, checking: Checking): Expression {
  const [asked, given] = node.arguments
  if (asked === undefined || given === undefined || node.arguments.length !== 2) {
    const found = diagnostic('N054', node.nameSpan, 'number of values', node.name, '2', 's', node.arguments.length)
    checking.found.push(found.withHint('Write {"key": onlyIf(condition, value)}.'))
    return unknownAt(node.span)
  }
  const condition = checking.check(asked, checking)
  // The value is shown only if the condition holds.
  const value = checking.check(given, { ...checking, facts: both(checking.facts, factsWhen(condition, true)) })
  if (isUnknown(condition) || isUnknown(value) || refuseEmpty(condition, checking)) return unknownAt(node.span)
  if (condition.type.kind !== 'boolean') {
    checking.found.push(diagnostic('N054', condition.span, 'literal', node.name, 'a condition'))
    return unknownAt(node.span)
  }
  return build.call(ONLY_IF, [condition, value], value.type, node.span, true)
}

/**
 * `has(input.revision)`: tests whether the input was sent; `has(path.number)`, whether the address has a value of the
 * parameter's type. Other CEL dialects use it for any value.
 */
function checkHas(node: UseNode, checking: Checking): Expression {
  const [asked] = node.arguments
  if (asked?.kind === 'member' && checking.scope.owner !== undefined) {
    const input = checking.check(asked, checking)
    if (isUnknown(input)) return unknownAt(node.span)
    const group = input.kind === 'object' ? dottedName(asked) : null
    if (group !== null) return refuseGroup(group.name, asked.span, checking)
    if (input.kind === 'variable' && input.name.startsWith('input.'))
      return build.variable(sentVariable(input.name), BOOLEAN, node.span)
    // A part of the address that is not of its parameter's type is empty.
    if (input.kind === 'variable' && input.name.startsWith('path.'))
      return { ...build.isNotEmpty({ ...input, isOptional: true }), span: node.span }
  }
  const found = diagnostic('N054', node.nameSpan, 'use of has')
  checking.found.push(
    found.withHint(
      'To ask whether something is there, write … != null; whether an input of a call was sent, has(input.…); whether a part of the address has its type, has(path.…).',
    ),
  )
  return unknownAt(node.span)
}

/** The only argument of a lookup or shape, checked; null after a diagnostic. */
function onlyArgument(node: UseNode, what: string, checking: Checking): Expression | null {
  const [used] = node.arguments
  if (used === undefined || node.arguments.length !== 1) {
    checking.found.push(diagnostic('N054', node.nameSpan, 'takes', node.name, what))
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
    checking.found.push(
      misfitChoice(used, lookup.argument) ??
        diagnostic(
          'N054',
          used.span,
          'other type of a lookup',
          node.name,
          typeInWords(lookup.argument),
          typeInWords(used.type),
        ),
    )
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

/** A shape of an empty record is empty. For a list, it applies to each record. */
function checkShape(node: UseNode, checking: Checking): Expression {
  const shape = checking.scope.catalogue.shapes.get(node.name)
  if (shape === undefined) return unknownAt(node.span)
  hear(checking.scope, node.nameSpan, { kind: 'shape', name: node.name, type: { kind: 'object' }, isOptional: false })
  const record: ValueType = { kind: 'record', entity: shape.entity }
  const of = onlyArgument(node, typeInWords(record), checking)
  if (of === null) return unknownAt(node.span)
  if (of.type.kind !== 'record' || of.type.entity !== shape.entity) {
    const found = diagnostic('N054', of.span, 'shape of another entity', node.name, shape.entity, typeInWords(of.type))
    checking.found.push(found.withHint(of.type.kind === 'list' ? `Write .map(x, ${node.name}(x)).` : null))
    return unknownAt(node.span)
  }
  return build.shape(node.name, of, node.span)
}

function checkFunction(node: UseNode, overloads: readonly Overload[], checking: Checking): Expression {
  const nodes = node.receiver === null ? node.arguments : [node.receiver, ...node.arguments]
  const used = nodes.map((argument) => checking.check(argument, checking))
  if (used.some(isUnknown)) return unknownAt(node.span)
  hear(checking.scope, node.nameSpan, { kind: 'function', name: node.name, type: UNKNOWN, isOptional: false })
  const [only] = used
  if (used.length === 1 && only !== undefined && isEmptyList(only.type) && COUNTED.has(node.name))
    return build.literal(0, INTEGER, node.span)
  const ofLength = overloads.filter((overload) => overload.parameters.length === used.length)
  if (ofLength.length === 0) {
    const counts = [...new Set(overloads.map((overload) => overload.parameters.length))].join(' or ')
    checking.found.push(
      diagnostic('N054', node.nameSpan, 'number of values', node.name, counts, counts === '1' ? '' : 's', used.length),
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

/** Defined for an empty list, whatever the type of its items. */
const COUNTED: ReadonlySet<string> = new Set(['size', 'sum'])

function fitArguments(overload: Overload, sent: readonly Expression[]): readonly Expression[] | null {
  const fitted: Expression[] = []
  const used = overload.isUniform === true ? withEmptyObjects(sent) : sent
  for (const [index, parameter] of overload.parameters.entries()) {
    const argument = used[index]
    const taken = argument === undefined ? null : fitArgument(parameter, argument)
    if (taken === null) return null
    fitted.push(taken)
  }
  const [first, second] = fitted
  return overload.isUniform === true && first !== undefined && second !== undefined ? together(first, second) : fitted
}

/** `orElse(labels, {})`: the empty object is of the type of the others. */
function withEmptyObjects(used: readonly Expression[]): readonly Expression[] {
  const like = used.find((each) => !isEmptyObject(each))?.type
  return like === undefined ? used : used.map((each) => (isEmptyObject(each) ? (convertTo(each, like) ?? each) : each))
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
    if (parameter.mayBeEmpty !== true && overload.keepsEmpty !== true) isBad = refuseEmpty(argument, checking) || isBad
    const { literal } = parameter
    if (literal !== undefined && !isKnownToHold(literal, argument)) {
      checking.found.push(diagnostic('N054', argument.span, 'literal', node.name, literal.words))
      isBad = true
    }
  }
  if (isBad) return unknownAt(node.span)
  const literal = literalOf(node, used, checking)
  if (literal !== null) return literal
  const [time, by] = used
  if (time !== undefined && by?.type.kind === 'working time') return movedBy(node.name, time, by, node.span)
  const type = typeof overload.result === 'function' ? overload.result(used) : overload.result
  const isOptional =
    overload.mayGiveEmpty === true ||
    (overload.keepsEmpty === true && used.some((value) => value.isOptional)) ||
    (overload.isEmptyLast === true && used.every((value) => value.isOptional))
  const call = build.call(node.name, used, type, node.span, isOptional)
  const isFilled = isOptional && (isKnown(checking.facts, call) || isOfItems(node.name, used, checking))
  return isFilled ? { ...call, isOptional: false } : call
}

/** The mean of a list, or one of its items, is there if the list is known to have items. */
function isOfItems(name: string, [list, ...others]: readonly Expression[], { facts }: Checking): boolean {
  if (!OF_ITEMS.includes(name) || list === undefined || list.type.kind !== 'list' || others.length > 0) return false
  const counted = list.kind === 'comprehension' && list.operation === 'map' ? list.over : list
  return isKnownNotZero(facts, build.call('size', [counted], INTEGER, list.span, false))
}

const OF_ITEMS: readonly string[] = ['avg', 'min', 'max', 'first', 'last']

function isKnownToHold({ holds, isAnyKnown }: NonNullable<Parameter['literal']>, argument: Expression): boolean {
  return (isAnyKnown === true || argument.kind === 'literal') && knownValues(argument)?.every(holds) === true
}

/** `date("2026-01-31")` and `time("23:59")` are literals. */
function literalOf(node: UseNode, used: readonly Expression[], checking: Checking): Expression | null {
  const [argument] = used
  if (argument?.kind !== 'literal' || typeof argument.value !== 'string') return null
  const { span } = node
  if (node.name === 'time') {
    const value = argument.value.length === 5 ? `${argument.value}:00` : argument.value
    return build.literal(value, TIME, span)
  }
  if (node.name !== 'date') return null
  if (!isValidDate(argument.value)) {
    checking.found.push(diagnostic('N054', argument.span, 'no such date', argument.value))
    return unknownAt(span)
  }
  return build.literal(argument.value, DATE, span)
}

/** Points at the argument that no overload accepts. */
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
      'other type of an argument',
      node.name,
      words,
      typeInWords(argument.type),
    )
    const isInList = node.name === 'contains' && argument.type.kind === 'list'
    checking.found.push(isInList ? found.withHint('A list is asked the other way round: value in list.') : found)
    return
  }
  const [first, second] = used
  checking.found.push(
    diagnostic(
      'N054',
      second?.span ?? node.span,
      'several types',
      node.name,
      first === undefined ? '' : typeInWords(first.type),
      second === undefined ? '' : typeInWords(second.type),
    ),
  )
}
