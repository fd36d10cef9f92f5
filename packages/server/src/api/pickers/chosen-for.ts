// `GET /_ninefold/options/User?for=Ticket.assignee&given.team=ID&record.number=7` → the field that somebody chooses a record
// for, and what is known by then.

import {
  canBeGiven,
  CHANGED,
  type Choosing,
  givenVariable,
  mayTry,
} from '@ninefold/core/contract/calls/allowed-options.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { changedParameter, changedRecord, givenFields, givenValues, isChangedParameter } from './given-fields.ts'

const GIVEN = 'given.'

export interface ChosenFor {
  readonly choosing: Choosing
  readonly bindings: Readonly<Record<string, Value>>
}

/** Parameters that say it. */
export function isAboutChoice(name: string): boolean {
  return name === 'for' || name.startsWith(GIVEN) || isChangedParameter(name)
}

/** Null: the options are asked for by themselves. */
export async function chosenFor(exchange: Exchange, options: Entity): Promise<ChosenFor | null> {
  const { application, caller, query } = exchange
  if (!Object.keys(query).some(isAboutChoice)) return null
  const { model } = application
  const [name, fieldName, ...others] = String(query['for'] ?? '').split('.')
  const entity = model.entities.entities.find((each) => each.name === name)
  const field = entity?.fields.find((each) => each.name === fieldName)
  if (entity === undefined || field === undefined || others.length > 0 || !leadsTo(field.type, options))
    throw refused('wrong type', 'for')
  const parameter = changedParameter(exchange)
  const given = givenFields(
    exchange,
    entity,
    Object.keys(query).filter((each) => each.startsWith(GIVEN)),
    GIVEN,
  )
  const ungiven = given.find((each) => !canBeGiven(each.field) || each.field === field)
  if (ungiven !== undefined) throw refused('unknown input', ungiven.parameter)
  const choosing: Choosing = {
    entity: entity.name,
    field: field.name,
    moment: parameter === null ? 'create' : 'change',
    given: given.map((each) => each.field.name).toSorted(),
  }
  if (!mayTry(model, caller, choosing)) throw refused('not found')
  const bindings = await application.database.read(async (transaction) => {
    const values = await givenValues(exchange, transaction, given, givenVariable)
    if (parameter === null) return values
    return { ...values, [CHANGED]: await changedRecord(exchange, transaction, entity, parameter) }
  })
  return { choosing, bindings }
}

function leadsTo(type: Entity['fields'][number]['type'], { name }: Entity): boolean {
  return (type.kind === 'reference' || type.kind === 'collection') && type.entity === name
}
