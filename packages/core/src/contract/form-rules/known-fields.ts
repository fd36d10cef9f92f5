// An expression over records whose states are known → the same expression over what a form has, and the places of the
// values that it reads (`FormRecord`). Null: it reads something that only the server knows.

import * as build from '../../expression/build.ts'
import { isTrue, mapParts, substitute } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { memberIn } from '../../expression/members.ts'
import type { Field } from '../../model/entities.ts'
import { isStored } from '../../model/find.ts'
import { type FieldKind, isOtherSide, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import type { Model } from '../../model/model.ts'
import { firstState, isNeverEmpty } from '../../model/paths.ts'
import { isMoreThanItsId } from './record-inputs.ts'
import type { FormRecord, FormRows } from './form-rule.ts'
import type { Operation } from '../calls/calls.ts'
import type { RecordState, RowsState } from './record-states.ts'

/** The reason why a form leaves rules over such a field to the server; null: it checks them. */
export const LEFT_TO_SERVER: Readonly<Record<FieldKind, string | null>> = {
  text: null,
  'long text': null,
  'formatted text': null,
  email: null,
  url: null,
  phone: null,
  country: null,
  language: null,
  'time zone': null,
  colour: null,
  password: 'no expression reads it',
  'whole number': null,
  decimal: null,
  percent: null,
  money: null,
  'yes/no': null,
  date: null,
  time: null,
  'date and time': null,
  duration: null,
  json: null,
  map: null,
  period: null,
  choice: null,
  choices: null,
  state: null,
  sequence: null,
  slug: null,
  'random code': null,
  rank: null,
  file: null,
  'secret text': null,
  reference: null,
  inverse: 'other records determine it',
  collection: null,
  identifier: null,
  version: null,
}

export interface Knowing {
  readonly model: Model
  readonly operation: Operation
  readonly hasRole: (role: string) => boolean
  /** The name of the present object of a list; null: the expression is not about a row. */
  readonly as: string | null
  /** Null: expressions of point 5 read no inputs. */
  readonly readsInputs: boolean
}

interface HeldRows {
  readonly rows: RowsState
  readonly record: KnownRecord
  readonly reached: Expression
}

/** `value`: anything but a record. */
type Origin = KnownRecord | 'value'
export type Origins = ReadonlyMap<string, Origin>

const AT_HAND: ReadonlySet<string> = new Set(['now', 'today', 'me'])
/** Circles of computed fields are refused before; this is for long chains. */
const DEPTH_MAX = 40

export class KnownRecord {
  readonly state: RecordState
  private readonly knowing: Knowing
  /** For expressions of its steps, by name. */
  private readonly around: Origins
  private readonly fields: Record<string, string | null> = {}
  private readonly otherwise: Record<string, Expression> = {}
  private readonly sets: Record<string, Expression> = {}
  private readonly lists = new Map<string, HeldRows>()
  private readonly wholes = new Map<string, KnownRecord>()
  private readonly known = new Map<string, boolean>()

  constructor(knowing: Knowing, state: RecordState, around: Origins) {
    this.knowing = knowing
    this.state = state
    this.around = around
  }

  shape(): FormRecord {
    const lists = [...this.lists].map(([field, { rows, record, reached }]): [string, FormRows] => [
      field,
      {
        input: rows.loop.list,
        as: rows.loop.as,
        ...(rows.isUpToRow ? { isUpToRow: true as const } : {}),
        ...(isTrue(reached) ? {} : { reached }),
        record: record.shape(),
      },
    ])
    const wholes = [...this.wholes].map(([field, whole]) => [field, whole.shape()] as const)
    return {
      fields: this.fields,
      otherwise: this.otherwise,
      sets: this.sets,
      ...(lists.length === 0 ? {} : { lists: Object.fromEntries(lists) }),
      ...(wholes.length === 0 ? {} : { wholes: Object.fromEntries(wholes) }),
    }
  }

  /** Whether a form may know the value. It notes where from. */
  needs(name: string): boolean {
    const known = this.known.get(name)
    if (known !== undefined) return known
    // A value that depends on itself is not known.
    this.known.set(name, false)
    const field = this.fieldNamed(name)
    const isKnown = field !== undefined && this.notes(field)
    this.known.set(name, isKnown)
    return isKnown
  }

  fieldNamed(name: string): Field | undefined {
    return this.state.entity.fields.find((field) => field.name === name)
  }

  /** The input that gives the field its value. */
  inputOf(name: string): string | null {
    const rows = this.state.lists.get(name)
    if (rows != null) return rows.loop.list
    return this.state.given.get(name) ?? inputIn(this.state.sets.get(name) ?? null, this.knowing.as)
  }

  /** A value that the text states. Null: it is another one each time. */
  constantOf(name: string): Expression | null {
    const value = this.sets[name] ?? (name in this.fields ? undefined : this.otherwise[name])
    return value?.kind === 'literal' ? value : null
  }

  /** The record in a field. */
  to(name: string): KnownRecord | null {
    const known = this.wholes.get(name)
    if (known !== undefined) return known
    const value = this.state.sets.get(name)
    const found = value?.kind === 'variable' ? this.around.get(value.name) : undefined
    if (found === undefined || found === 'value' || !found.state.isNew) return null
    this.wholes.set(name, found)
    return found
  }

  /** The records in a list. */
  items(name: string): KnownRecord | null {
    const known = this.lists.get(name)
    if (known !== undefined) return known.record
    const rows = this.state.lists.get(name)
    if (rows == null) return null
    const knowing = { ...this.knowing, as: rows.loop.as }
    const reached = knownExpression({ ...knowing, readsInputs: true }, rows.reached, new Map())
    if (reached === null) return null
    const record = new KnownRecord(knowing, rows.record, new Map([[rows.loop.as, 'value']]))
    this.lists.set(name, { rows, record, reached })
    return record
  }

  private notes(field: Field): boolean {
    const { name, type } = field
    const { isNew, isBlurred, path, given, sets, lists } = this.state
    if (sets.has(name)) return this.notesSet(field, sets.get(name) ?? null)
    if (type.kind === 'collection' && isOtherSide(type)) return this.notesList(field)
    if (!isEvaluated(field)) return false
    const input = given.get(name)
    if (input !== undefined) {
      if (isMoreThanItsId(this.knowing.operation, input)) return false
      this.fields[name] = input
      if (isNew) this.notesDefault(field)
      return true
    }
    if (lists.get(name) === null) return false
    if (isNew) return this.notesMade(field)
    if (isBlurred || path === null) return false
    this.fields[name] = null
    return true
  }

  private notesSet(field: Field, value: Expression | null): boolean {
    if (value === null || field.isHidden || LEFT_TO_SERVER[field.type.kind] !== null) return false
    if (this.to(field.name) !== null) return true
    const input = inputIn(value, this.knowing.as)
    if (input !== null) {
      if (isMoreThanItsId(this.knowing.operation, input)) return false
      this.fields[field.name] = input
      this.otherwise[field.name] = isNeverEmpty(field.type) ? build.list([], value.type) : build.nothing(value.type)
      return true
    }
    const known = knownExpression({ ...this.knowing, readsInputs: true }, value, this.around)
    if (known !== null) this.sets[field.name] = known
    return known !== null
  }

  /** No record refers to a new one yet. */
  private notesList({ name, type }: Field): boolean {
    const rows = this.state.lists.get(name)
    if (rows != null) return this.items(name) !== null
    if (rows === null || !this.state.isNew || type.kind !== 'collection' || type.through !== null) return false
    this.sets[name] = build.list([], { kind: 'record', entity: type.entity })
    return true
  }

  /** A field of a new record that no input gives: its first state, its default, or nothing. */
  private notesMade(field: Field): boolean {
    if (field.isBuiltIn) return false
    const begins = field.type.kind === 'state' ? firstState(this.knowing.model, this.state.entity.name, field) : null
    if (begins !== null) this.otherwise[field.name] = begins
    else if (MADE_BY_PRODUCT.includes(field.type.kind) || field.type.kind === 'rank') return false
    else return this.notesDefault(field)
    return true
  }

  private notesDefault(field: Field): boolean {
    const { name, type } = field
    if (field.default === null) {
      if (field.isRequired) return false
      this.otherwise[name] = isNeverEmpty(type) ? build.list([], { kind: 'unknown' }) : build.nothing()
      return true
    }
    const known = knownExpression({ ...this.knowing, readsInputs: false }, field.default, new Map([['this', this]]))
    if (known !== null) this.otherwise[name] = known
    return known !== null
  }
}

function isEvaluated(field: Field): boolean {
  if (field.isHidden || LEFT_TO_SERVER[field.type.kind] !== null) return false
  // Values of custom fields are inputs of their own.
  if (field.type.kind === 'json' && field.type.definedBy !== undefined) return false
  return field.type.kind === 'collection' ? !isOtherSide(field.type) : isStored(field)
}

/** The input that is the whole value: `input.total`, or `line.amount` within a row. */
function inputIn(value: Expression | null, as: string | null): string | null {
  if (value === null) return null
  if (value.kind === 'variable')
    return value.name.startsWith('input.') && as === null ? value.name.slice('input.'.length) : null
  const path: string[] = []
  let part: Expression = value
  for (let member = memberIn(part); member !== null; member = memberIn(part)) {
    path.unshift(member.name)
    part = member.of
  }
  return as !== null && path.length > 0 && part.kind === 'variable' && part.name === as ? path.join('.') : null
}

export function knownExpression(
  knowing: Knowing,
  expression: Expression,
  origins: Origins,
  depth = 0,
): Expression | null {
  if (depth > DEPTH_MAX) return null
  let isKnown = true
  const inside = (part: Expression): Expression => {
    const known = knownPart(knowing, part, origins, depth)
    if (known === null) isKnown = false
    return known ?? part
  }
  const known = inside(expression)
  return isKnown ? known : null
}

function knownPart(knowing: Knowing, part: Expression, origins: Origins, depth: number): Expression | null {
  switch (part.kind) {
    case 'records':
    case 'shape':
      return null
    case 'variable':
      return isAtHand(knowing, part.name, origins) ? part : null
    case 'field':
      return knownField(knowing, part, origins, depth)
    case 'comprehension': {
      const over = knownExpression(knowing, part.over, origins, depth)
      if (over === null) return null
      const item = itemOf(part.over, origins) ?? 'value'
      const body = knownExpression(knowing, part.body, new Map([...origins, [part.variable, item]]), depth)
      return body === null ? null : { ...part, over, body }
    }
    case 'call':
      if (!isFileOfForm(part)) return null
      break
    default:
  }
  let isKnown = true
  const changed = mapParts(part, (inner) => {
    const known = knownExpression(knowing, inner, origins, depth)
    if (known === null) isKnown = false
    return known ?? inner
  })
  return isKnown ? changed : null
}

/** A form has the facts of uploads in its own inputs. An address depends on the record that will hold the file. */
function isFileOfForm({ function: name, arguments: [of] }: Extract<Expression, { kind: 'call' }>): boolean {
  if (of?.type.kind !== 'file') return true
  return name !== '.url' && (of.kind === 'field' || of.kind === 'variable')
}

function isAtHand({ readsInputs, as }: Knowing, name: string, origins: Origins): boolean {
  if (AT_HAND.has(name) || origins.has(name)) return true
  return readsInputs && (name === as || name.startsWith('input.'))
}

function knownField(
  knowing: Knowing,
  part: Extract<Expression, { kind: 'field' }>,
  origins: Origins,
  depth: number,
): Expression | null {
  const origin = recordIn(part.of, origins)
  if (origin === null) return null
  const field = origin.fieldNamed(part.field)
  if (field?.computed != null) {
    if (field.isHidden) return null
    return knownExpression(knowing, substitute(field.computed.expression, 'this', part.of), origins, depth + 1)
  }
  return origin.needs(part.field) ? (origin.constantOf(part.field) ?? part) : null
}

/** The record that an expression is; null: not one of the form. */
function recordIn(expression: Expression, origins: Origins): KnownRecord | null {
  if (expression.kind === 'variable') {
    const origin = origins.get(expression.name)
    return origin === undefined || origin === 'value' ? null : origin
  }
  return expression.kind === 'field' ? (recordIn(expression.of, origins)?.to(expression.field) ?? null) : null
}

/** The records of a list, each as the item of a comprehension. */
function itemOf(list: Expression, origins: Origins): KnownRecord | null {
  if (list.kind === 'comprehension' && list.operation === 'filter') return itemOf(list.over, origins)
  return list.kind === 'field' ? (recordIn(list.of, origins)?.items(list.field) ?? null) : null
}
