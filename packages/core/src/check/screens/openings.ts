// `open Ticket` → whether a record in scope identifies it. The address of such a screen has a parameter for it.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { holdsValueOf, type Answer } from './answers.ts'
import { routeValues } from './screen-scope.ts'
import type { ScreenContext } from './screen-context.ts'
import { routesTo } from './routes.ts'

/**
 * `answers`: the row of the line, or the answer of the call that was just done. `entities`: records in scope besides
 * the screen's own.
 */
export function checkOpening(
  context: ScreenContext,
  screen: Written,
  answers: readonly (Answer | null)[],
  entities: readonly (string | null)[] = [],
): void {
  const { checking, record } = context
  const own = routeValues(checking, context.screen.name.text)
  const routes = routesTo(checking, screen.text)
  const missing = routes.map((route) =>
    route.parameters.find(({ entity, field }) => {
      const wanted = { entity: entity.text, field: field.text }
      return !(
        [...entities, record?.name].some((entity) => entity != null && identifies(checking, entity, wanted.entity)) ||
        own.some((value) => value.entity === wanted.entity && value.field === wanted.field) ||
        answers.some((answer) => answer !== null && holdsValueOf(answer, wanted))
      )
    }),
  )
  const [first] = missing
  if (first === undefined || missing.includes(undefined)) return
  // A field with an error is in no answer, already reported.
  if (checking.entities.get(first.entity.text)?.absent.has(first.field.text) === true) return
  report(
    checking,
    diagnostic('N215', screen.span, screen.text, first.entity.text)
      .because(first.parameter.span, `Its address has ":${first.parameter.text}".`)
      .withHint(
        `Write it below a list of ${first.entity.text} or of records that point to one, or where an answer has "${first.field.text}".`,
      ),
  )
}

/** A record is itself, or points to the other one by its only field for that. */
function identifies({ entities }: Checking, entity: string, wanted: string): boolean {
  if (entity === wanted) return true
  const fields = [...(entities.get(entity)?.fields.values() ?? [])]
  const pointing = fields.filter(({ field: { type, isHidden } }) => {
    return type.kind === 'reference' && type.entity === wanted && !isHidden
  })
  return pointing.length === 1
}
