// Records as options of a picker: those that the caller sees, found by words, and narrowed by the other values of a form.

import { COMPUTED_WITH } from '@ninefold/core/contract/calls/computed-in-form.ts'
import { allowedOption, type Choosing } from '@ninefold/core/contract/calls/allowed-options.ts'
import { optionExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import type { OptionsData } from '@ninefold/core/contract/wire/options.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import type { FieldKind } from '@ninefold/core/model/field-types.ts'
import { entityNamed, fieldNamed, isStored } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planList } from '@ninefold/core/plan/read/lists.ts'
import { planSearch } from '@ninefold/core/plan/read/full-text-search.ts'
import { allOf } from '@ninefold/core/expression/conditions.ts'
import { SEARCHED_KINDS } from '@ninefold/core/model/lists/searched-fields.ts'
import { isOneOf, matchesWords, nearness, sortExpression } from '@ninefold/core/rights/list-conditions.ts'
import { planner } from '../../gate/context/planner.ts'
import { refused } from '../../gate/context/refusal.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { comparableFields, refuseOtherParameters } from '../http/list-query.ts'
import type { Query } from '../http/query.ts'
import { type IndexedWords, indexedWords, servedIn, soughtIn, type Sought } from '../http/search-words.ts'
import { type ChosenFor, chosenFor, isAboutChoice } from './chosen-for.ts'
import { nearOptions } from './near-options.ts'

const OPTIONS_MAX = 50

/** The form of the statement, besides its caller and entity. */
interface OptionsForm {
  /** The field that names an option. */
  readonly by: Field
  readonly words: Pick<Sought, 'variables' | 'near'>
  /** Field that has one of the chosen values; null: all options. */
  readonly chosenBy: Field | null
  readonly beside: readonly string[]
  readonly choosing: Choosing | null
  readonly indexed: IndexedWords | null
}

const optionsPlan = planner(
  'options',
  (viewer, entity: Entity, { by, words, chosenBy, beside, choosing, indexed }: OptionsForm) => {
    const { variables, near } = words
    const searched = comparableFields(viewer, entity).filter(
      ({ type, computed }) => computed === null && SEARCHED_KINDS.includes(type.kind),
    )
    const conditions = [
      ...(chosenBy === null ? [] : [isOneOf(viewer, entity, chosenBy, 'chosen')]),
      ...(choosing === null ? [] : [allowedOption(viewer.model, viewer.caller, choosing)]),
    ]
    const label = sortExpression(viewer, entity.label)
    const output = optionExpression(viewer, entity.name, by.name, beside)
    if (variables.length > 0) {
      const condition = allOf([matchesWords(viewer, entity, searched, variables), ...conditions])
      const served = servedIn(viewer.model, indexed, { entity, fields: searched })
      const order = [nearness(viewer, entity.label, near), label]
      const sought = served === null ? null : { ...served, beside: conditions }
      return planSearch(viewer, [{ entity, condition, sought, order, output }], OPTIONS_MAX)
    }
    return planList(viewer, {
      entity,
      conditions,
      relation: null,
      order: [{ value: label, direction: 'ascending' }],
      output,
      page: { kind: 'bounded', take: OPTIONS_MAX, isFirst: true },
    })
  },
)

/** Values of these kinds cannot name a record. */
const NAMES_NOTHING: readonly FieldKind[] = ['file', 'period', 'money', 'choices', 'map', 'json', 'secret text']

/**
 * `GET /_ninefold/options/:entity?by=&q=`: records that the caller may see, as options of a picker. With `value`, once or
 * several times, only those: a chosen value needs its label, however many records there are. With `for`, those
 * that the rules allow (chosen-for.ts).
 */
export async function options(exchange: Exchange): Promise<string> {
  const { application, query } = exchange
  const entity = application.model.entities.entities.find(({ name }) => name === exchange.parameters['entity'])
  if (entity === undefined) throw refused('not found')
  refuseOtherParameters(query, ['by', 'q', 'value', 'with', ...Object.keys(query).filter(isAboutChoice)])
  const by = entity.fields.find(({ name, isHidden }) => name === (query['by'] ?? 'id') && !isHidden)
  if (by === undefined || !isStored(by) || NAMES_NOTHING.includes(by.type.kind)) throw refused('wrong type', 'by')
  const sought = query['q'] ?? ''
  if (typeof sought !== 'string' || sought.includes('\u0000')) throw refused('wrong type', 'q')
  const beside = fieldsBeside(application.model, entity, query)
  const chosen = await chosenFor(exchange, entity)
  const asked = {
    entity,
    by,
    sought: soughtIn(sought),
    values: chosenValues(by, query['value']),
    beside,
    chosenFor: chosen,
  }
  const found = await foundOptions(exchange, asked)
  const isAll = asked.values === null && asked.sought.variables.length === 0
  const mine = isAll ? await ownOption(exchange, asked) : []
  const others = found.filter(({ value }) => mine.every((own) => own.value !== value))
  const isMissing = !isAll && asked.values === null && found.length === 0
  const near = isMissing ? await allowedNear(exchange, asked) : []
  return JSON.stringify({ options: [...mine, ...others], ...(near.length === 0 ? {} : { near }) } satisfies OptionsData)
}

/** Offers the caller first, because people most often choose themselves. */
async function ownOption(exchange: Exchange, asked: AskedOptions): Promise<OptionsData['options']> {
  const { application, caller } = exchange
  const { entity } = asked
  const users = signInOf(application.model.roles)
  if (caller.me === null || users?.entity !== entity.name) return []
  const chosenBy = fieldNamed(entity, 'id')
  return foundOptions(exchange, { ...asked, values: [caller.me.id], chosenBy, beside: [] })
}

async function allowedNear(exchange: Exchange, asked: AskedOptions): Promise<OptionsData['options']> {
  const near = await nearOptions(exchange, asked)
  if (asked.chosenFor === null || near.length === 0) return near
  const values = chosenValues(
    asked.by,
    near.map(({ value }) => value),
  )
  const allowed = await foundOptions(exchange, { ...asked, sought: soughtIn(''), values })
  return near.filter(({ value }) => allowed.some((each) => each.value === value))
}

interface AskedOptions {
  readonly entity: Entity
  readonly by: Field
  readonly sought: Sought
  /** Null: all of them. */
  readonly values: readonly Value[] | null
  /** Field that has one of these values; missing: the one by which options are named. */
  readonly chosenBy?: Field
  /** Names of fields that each option brings. */
  readonly beside: readonly string[]
  /** Null: no rule is asked. */
  readonly chosenFor: ChosenFor | null
}

async function foundOptions(
  { application, caller, bindings }: Exchange,
  { entity, by, sought, values, chosenBy = by, beside, chosenFor: choice }: AskedOptions,
): Promise<OptionsData['options']> {
  const { variables, near } = sought
  const statement = application.planned(optionsPlan, caller, entity, {
    by,
    words: { variables, near },
    chosenBy: values === null ? null : chosenBy,
    beside,
    choosing: choice?.choosing ?? null,
    indexed: variables.length === 0 ? null : await indexedWords(application, sought),
  })
  const bound = { ...bindings, ...sought.bindings, ...choice?.bindings, chosen: values }
  const rows = await application.database.run(statement, bound)
  const found = rows.flatMap((row) =>
    row['json'] === null ? [] : [JSON.parse(String(row['json'])) as Partial<OptionsData['options'][number]>],
  )
  // An option whose value may not be seen cannot be chosen; one without a visible label shows its value.
  return found.flatMap(({ value, label, ...rest }) =>
    value === undefined ? [] : [{ value, label: label ?? value, ...rest }],
  )
}

/** Fields whose values a form can compute with; `lines.amount`: of each record that a field holds, of one option alone. */
function fieldsBeside(model: Model, { fields }: Entity, { with: sent, value }: Query): readonly string[] {
  const names = sent === undefined ? [] : typeof sent === 'string' ? [sent] : sent
  const isTold = (entity: Entity['fields'], name: string): boolean =>
    entity.some((field) => field.name === name && !field.isHidden && COMPUTED_WITH.has(field.type.kind))
  const isHeld = (relation: string | undefined, name: string | undefined): boolean => {
    const held = fields.find((field) => field.name === relation)
    if (held?.type.kind !== 'collection' || held.isHidden || typeof value !== 'string') return false
    return name === undefined || isTold(entityNamed(model, held.type.entity).fields, name)
  }
  const isKnown = (name: string): boolean => {
    const [first, second, ...others] = name.split('.')
    return others.length === 0 && (isTold(fields, name) || isHeld(first, second))
  }
  if (!names.every(isKnown)) throw refused('wrong type', 'with')
  return [...new Set(names)].toSorted()
}

/** Null: all of them. A text that is not a value of the field matches no record. */
function chosenValues(by: Field, sent: Query[string]): readonly Value[] | null {
  if (sent === undefined) return null
  const texts = typeof sent === 'string' ? [sent] : sent
  return texts.slice(0, OPTIONS_MAX).flatMap((text) => {
    const value = text.includes('\u0000') ? null : pathValue(by.type, text)
    return value === null ? [] : [value]
  })
}
