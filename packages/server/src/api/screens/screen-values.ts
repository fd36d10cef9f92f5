// Values of a screen beside its records: the parameters of its address (`path.slug`) and a person's choices
// (`chosen.tag`), both sent in the query → bindings of statements.

import type { Expression, Value, ValueType } from '@ninefold/core/expression/expression.ts'
import { visit } from '@ninefold/core/expression/conditions.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { ParameterValue, Screen } from '@ninefold/core/model/screens.ts'
import { planValues } from '@ninefold/core/plan/write/record-checks.ts'
import { refused } from '../../gate/context/refusal.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Query } from '../http/query.ts'
import { planner } from '../../gate/context/planner.ts'

const screenValue = planner('screen value', (viewer, expression: Expression) => planValues(viewer, [expression], null))

const CHOSEN = 'chosen.'

export function routeParameters(model: Model, screen: Screen): string[] {
  return model.screens.routes
    .filter((route) => route.screen === screen.name)
    .flatMap(({ parameters }) => parameters.map(({ name }) => name))
}

/** Names of query parameters for the screen's address and choices. */
export function namesOfPlace(model: Model, screen: Screen, query: Query): string[] {
  const choices = screen.blocks.flatMap((block) =>
    block.kind === 'answer' && block.choicesFor !== null ? [CHOSEN + block.choicesFor] : [],
  )
  return [...routeParameters(model, screen), ...choices.filter((name) => name in query)]
}

/** The values that these expressions name. A value of the wrong type matches no record. */
export function placeBindings(
  { application, query }: Pick<Exchange, 'application' | 'query'>,
  screen: Screen,
  expressions: readonly (Expression | null)[],
): Record<string, Value> {
  const bindings: Record<string, Value> = {}
  for (const expression of expressions)
    if (expression !== null)
      visit(expression, (part) => {
        if (part.kind !== 'variable') return
        if (part.name.startsWith('path.'))
          bindings[part.name] = addressValue(application.model, screen, query, part.name.slice('path.'.length))
        else if (part.name.startsWith(CHOSEN)) bindings[part.name] = chosenValue(query, part.name, part.type)
      })
  return bindings
}

function addressValue(model: Model, screen: Screen, query: Query, name: string): Value {
  const parameter = model.screens.routes
    .filter((route) => route.screen === screen.name)
    .flatMap(({ parameters }) => parameters)
    .find((each) => each.name === name)
  const text = query[name]
  if (parameter === undefined || typeof text !== 'string' || text.includes('\u0000')) throw refused('not found', name)
  return pathValue(fieldNamed(entityNamed(model, parameter.entity), parameter.field).type, text)
}

function chosenValue(query: Query, name: string, type: ValueType): Value {
  const text = query[name]
  if (text === undefined || text === '') throw refused('blank', name)
  if (typeof text !== 'string' || text.includes('\u0000')) throw refused('wrong type', name)
  if (type.kind === 'integer') {
    if (!/^-?[0-9]{1,15}$/.test(text)) throw refused('wrong type', name)
    return Number(text)
  }
  if (type.kind === 'boolean') return text === 'true'
  const isPlain = type.kind === 'text' || type.kind === 'choice'
  if (!isPlain) throw refused('wrong type', name)
  return text
}

/** Arguments of a call on the screen, as texts of its path and query; empty ones are not sent. */
export async function askedWith(
  exchange: Exchange,
  screen: Screen,
  given: readonly ParameterValue[],
): Promise<Record<string, string>> {
  const { application, caller } = exchange
  const bindings = {
    ...exchange.bindings,
    ...placeBindings(
      exchange,
      screen,
      given.map(({ value }) => value),
    ),
  }
  const values: Record<string, string> = {}
  for (const { name, value } of given) {
    const text = valueText(await valueOf(value), value.type)
    if (text !== null) values[name] = text
  }
  return values

  async function valueOf(expression: Expression): Promise<Value> {
    if (expression.kind === 'variable' && expression.name in bindings) return bindings[expression.name] ?? null
    if (expression.kind === 'literal') return expression.value
    const statement = application.planned(screenValue, caller, expression)
    return ((await application.database.run(statement, bindings))[0]?.['value0'] ?? null) as Value
  }
}

function valueText(value: Value, type: ValueType): string | null {
  if (value === null) return null
  if (type.kind === 'timestamp' && typeof value === 'number') return new Date(value).toISOString()
  if (typeof value === 'object' && 'id' in value) return String(value.id)
  return String(value)
}
