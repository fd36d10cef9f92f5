// Parameters of a question about a record that is not written yet → values of its fields, as a form knows them. A record among
// them has to be one that the caller sees.

import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed, isStored } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { findByKey, loadedRecord } from '../../gate/context/loaded-record.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Executor } from '../../store/driver/database.ts'
import { pathValue, queryValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'

/** `team=ID`, or `team.name=First line`. */
export interface GivenField {
  readonly parameter: string
  readonly field: Field
  /** Of a reference: the field that names the record. */
  readonly by: Field | null
}

/** The fields that parameters give. Without `prefix`, the name of each says which. */
export function givenFields(
  { application: { model } }: Pick<Exchange, 'application'>,
  entity: Entity,
  parameters: readonly string[],
  prefix = '',
): GivenField[] {
  const given = parameters.map((parameter) => givenField(model, entity, parameter, parameter.slice(prefix.length)))
  const twice = given.find((each, index) => given.findIndex(({ field }) => field === each.field) !== index)
  if (twice !== undefined) throw refused('unknown input', twice.parameter)
  return given
}

function givenField(model: Model, entity: Entity, parameter: string, path: string): GivenField {
  const [name, key, ...others] = path.split('.')
  const field = entity.fields.find((each) => each.name === name)
  if (field === undefined || others.length > 0) throw refused('unknown input', parameter)
  if (field.type.kind === 'reference')
    return { parameter, field, by: keyField(entityNamed(model, field.type.entity), key ?? 'id', parameter) }
  if (key !== undefined) throw refused('unknown input', parameter)
  return { parameter, field, by: null }
}

const RECORD = 'record.'

/** `record.number=7`: the record that a form changes. Null: it makes one. */
export function changedParameter({ query }: Pick<Exchange, 'query'>): string | null {
  const [first, second] = Object.keys(query).filter((name) => name.startsWith(RECORD))
  if (second !== undefined) throw refused('unknown input', second)
  return first ?? null
}

export function isChangedParameter(name: string): boolean {
  return name.startsWith(RECORD)
}

/** If the caller sees it. */
export function changedRecord(
  exchange: Exchange,
  transaction: Executor,
  entity: Entity,
  parameter: string,
): Promise<RecordValue> {
  const by = keyField(entity, parameter.slice(RECORD.length), parameter)
  return namedRecord(exchange, transaction, { entity: entity.name, by, parameter })
}

/** A field by which a record is named in an address. */
function keyField({ fields }: Entity, name: string, parameter: string): Field {
  const found = fields.find((each) => each.name === name && !each.isHidden && isStored(each))
  if (found === undefined) throw refused('unknown input', parameter)
  return found
}

/** Each under the name that `variable` gives its field. */
export async function givenValues(
  exchange: Exchange,
  transaction: Executor,
  given: readonly GivenField[],
  variable: (field: string) => string,
): Promise<Readonly<Record<string, Value>>> {
  const values: Record<string, Value> = {}
  for (const { parameter, field, by } of given) {
    const { type, name } = field
    const value =
      type.kind === 'reference' && by !== null
        ? await namedRecord(exchange, transaction, { entity: type.entity, by, parameter })
        : plainValue(exchange, type, parameter)
    values[variable(name)] = value
  }
  return values
}

/** The record that the parameter names, if the caller sees it. */
async function namedRecord(
  { application, caller, bindings, query }: Exchange,
  transaction: Executor,
  { entity: name, by, parameter }: { readonly entity: string; readonly by: Field; readonly parameter: string },
): Promise<RecordValue> {
  const sent = query[parameter]
  const key = typeof sent === 'string' && !sent.includes('\u0000') ? pathValue(by.type, sent) : null
  if (key === null) throw refused('wrong type', parameter)
  const entity = entityNamed(application.model, name)
  const find = application.planned(findByKey, caller, entity, fieldNamed(entity, by.name))
  const [row] = await transaction.run(find, { ...bindings, key })
  if (row === undefined) throw refused('not found', parameter)
  return loadedRecord(entity, row)
}

function plainValue({ query }: Pick<Exchange, 'query'>, type: Field['type'], parameter: string): Value {
  const sent = query[parameter]
  const value = typeof sent === 'string' && !sent.includes('\u0000') ? queryValue(type, sent) : undefined
  if (value === undefined) throw refused('wrong type', parameter)
  return value
}
