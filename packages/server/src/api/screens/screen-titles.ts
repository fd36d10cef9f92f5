// Titles of a screen's tabs where they depend on data, read together with the data and limited to values that the
// caller may see.

import type { TitlesData } from '@ninefold/core/contract/wire/app.ts'
import { titleKey } from '@ninefold/core/contract/screens/screen-blocks.ts'
import { blocksFor } from '@ninefold/core/contract/screens/open-screens.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import { choicesNeeded, type DrawnBlock } from '@ninefold/core/model/lists/drawn-blocks.ts'
import { planValues } from '@ninefold/core/plan/write/record-checks.ts'
import { readable } from '@ninefold/core/rights/readable.ts'
import { valueInWords } from '../../gate/words/values-in-words.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import type { Query } from '../http/query.ts'
import { scopeOf } from './screen-scope.ts'
import { namesOfPlace, placeBindings } from './screen-values.ts'
import { openedScreen, refuseOtherRecords } from './screens.ts'
import { planner } from '../../gate/context/planner.ts'

const titlesPlan = planner('titles', (viewer, expressions: readonly Expression[]) => {
  const values = expressions.flatMap((expression) => {
    const { value, visible } = readable(viewer, expression)
    return [value, visible]
  })
  return planValues(viewer, values, null)
})

/** `GET /_ninefold/screens/:screen/titles` */
export async function screenTitles(exchange: Exchange): Promise<string> {
  const { application, caller, query } = exchange
  const screen = openedScreen(exchange)
  await refuseOtherRecords(exchange, screen)
  refuseOtherParameters(query, namesOfPlace(application.model, screen, query))
  const asked = blocksFor(scopeOf(exchange), screen)
    .filter((block) => areChosen(block, query))
    .flatMap(placeholders)
  if (asked.length === 0) return JSON.stringify({ titles: {} } satisfies TitlesData)
  const expressions = asked.map(({ expression }) => expression)
  const statement = application.planned(titlesPlan, caller, expressions)
  const bindings = { ...exchange.bindings, ...placeBindings(exchange, screen, expressions) }
  const row = (await application.database.run(statement, bindings))[0]
  const titles = asked.map(({ key, expression }, index) => {
    const isSeen = row?.[`value${index * 2 + 1}`] === true
    const value = isSeen ? ((row[`value${index * 2}`] ?? null) as Value) : null
    return [key, valueInWords(application.model, expression, value)] as const
  })
  return JSON.stringify({ titles: Object.fromEntries(titles) } satisfies TitlesData)
}

/** A title that depends on a choice is missing until the choice is made. */
function areChosen(block: DrawnBlock, query: Query): boolean {
  return choicesNeeded(block).every((name) => (query[`chosen.${name}`] ?? '') !== '')
}

function placeholders(block: DrawnBlock): { readonly key: string; readonly expression: Expression }[] {
  return (block.tab?.parts ?? []).flatMap((part, index) =>
    part.kind === 'placeholder' && !isAtHand(part.expression)
      ? [{ key: titleKey(block, index), expression: part.expression }]
      : [],
  )
}

/** The browser has the value already. */
function isAtHand(expression: Expression): boolean {
  return expression.kind === 'variable' && /^(?:chosen|path)\./.test(expression.name)
}
