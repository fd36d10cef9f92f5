// Names in scope on a screen besides its records: address parameters, as `path.slug`, and choices, as `chosen.tag`.

import { pathPattern } from '../../model/addresses/call-path.ts'
import * as build from '../../expression/build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { AnswerShowsDraft, BlockDraft, ScreenDraft } from '../../draft/screens.ts'
import type { TemplateDraft } from '../../draft/template.ts'
import type { Expression, Scope, ScopeVariable } from '../../expression/expression.ts'
import type { Template } from '../../model/outside/messages.ts'
import type { ParameterValue } from '../../model/screens.ts'
import type { Span } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { requireExpression, requireValue } from '../expressions/expressions.ts'
import { commonVariables, type Presence } from '../names/scopes.ts'
import type { FieldOrigin } from './answers.ts'
import type { CallFacts } from './call-facts.ts'
import type { ScreenContext } from './screen-context.ts'
import { ownerOfScreen } from '../entities/declarations.ts'
import { routesTo } from './routes.ts'

export interface RouteValue extends FieldOrigin {
  readonly name: string
}

/** Parameters in every route of the screen. */
export function routeValues(checking: Checking, screen: string): RouteValue[] {
  const [first, ...others] = routesTo(checking, screen)
  return (first?.parameters ?? []).flatMap(({ parameter, entity, field }) =>
    others.every((route) => route.parameters.some((own) => own.parameter.text === parameter.text))
      ? [{ name: parameter.text, entity: entity.text, field: field.text }]
      : [],
  )
}

/** `path.slug` with the type of its field; an invalid or absent field has its own diagnostic. */
export function pathVariables(checking: Checking, screen: ScreenDraft): [string, ScopeVariable][] {
  return routeValues(checking, screen.name.text).map(({ name, entity, field }) => {
    const known = checking.catalogue.entities.get(entity)?.fields.get(field)
    return [`path.${name}`, { type: known?.type ?? { kind: 'unknown' }, isOptional: false }]
  })
}

function screenScope(context: ScreenContext, presence: Presence): Scope {
  const variables = commonVariables(context.checking, presence)
  for (const [name, variable] of context.variables) variables.set(name, variable)
  const owner = ownerOfScreen(context.screen.name.text)
  return { variables, implicit: null, catalogue: context.checking.catalogue, owner }
}

/** A text with `{chosen.tag}`: each placeholder must be printable. */
export function checkWords(context: ScreenContext, draft: TemplateDraft, presence: Presence): Template {
  const { checking } = context
  const scope = screenScope(context, presence)
  const parts = draft.parts.flatMap((part): Template['parts'] => {
    if (part.kind === 'text') return [part]
    if (part.forms !== null) report(checking, diagnostic('N925', part.forms.span, 'not here'))
    const expression = requireExpression(checking, part.expression, scope, null)
    if (expression === null) return []
    if (['record', 'list', 'object', 'file', 'map', 'json'].includes(expression.type.kind)) {
      const found = diagnostic('N054', part.expression.span, 'not in words', part.expression.text)
      return report(checking, found) ?? []
    }
    return [{ kind: 'placeholder', expression }]
  })
  return { parts, span: draft.span }
}

/** Arguments of a call on the screen: by default its path is filled from the address. */
export function checkParameters(
  context: ScreenContext,
  call: CallFacts,
  written: AnswerShowsDraft['with'],
  place: Span,
  presence: Presence,
): ParameterValue[] {
  const { checking } = context
  const scope = screenScope(context, presence)
  const given = new Map<string, ParameterValue | null>()
  for (const { name, value } of written) {
    const type = call.parameters.find((each) => each.name === name.text)?.type ?? call.queries.get(name.text)
    if (type === undefined) {
      const known = [...call.parameters.map((each) => each.name), ...call.queries.keys()]
      const found = diagnostic('N218', name.span, 'no parameter', call.name, name.text)
      report(checking, found.suggesting(name.text, known))
      continue
    }
    const isInPath = call.parameters.some((each) => each.name === name.text)
    checking.names.recorder.use(isInPath ? 'parameter' : 'query', name, pathPattern(call.name))
    if (given.has(name.text)) report(checking, diagnostic('N008', name.span, 'given a value here', name.text))
    const expression = requireValue(checking, value, scope, type, true)
    given.set(name.text, expression === null ? null : { name: name.text, value: expression })
  }
  for (const parameter of call.parameters) {
    if (given.has(parameter.name)) continue
    const own = fromAddress(context, parameter)
    if (own !== null) given.set(parameter.name, { name: parameter.name, value: { ...own, span: place } })
    else
      report(
        checking,
        diagnostic('N218', place, 'missing value', parameter.name, call.name).withHint(
          `Add: with ${parameter.name} = \`…\`.`,
        ),
      )
  }
  return [...given.values()].flatMap((value) => value ?? [])
}

/** The address parameter of that name, or one for the same field. */
function fromAddress(
  { checking, screen, variables }: ScreenContext,
  parameter: CallFacts['parameters'][number],
): Expression | null {
  const values = routeValues(checking, screen.name.text)
  const { finds } = parameter
  const same = values.find((value) => finds !== null && value.entity === finds.entity && value.field === finds.field)
  const own = same ?? values.find(({ name }) => finds === null && name === parameter.name)
  const variable = own === undefined ? undefined : variables.get(`path.${own.name}`)
  if (own === undefined || variable === undefined) return null
  return build.variable(`path.${own.name}`, variable.type, build.NOWHERE, variable.isOptional)
}

const CHOSEN = /\bchosen\.([A-Za-z_][A-Za-z0-9_]*)/g

/** N225: a choice is useful only if other parts of the screen use it. */
export function warnAboutUnusedChoices(checking: Checking, blocks: readonly BlockDraft[]): void {
  const used = new Set(
    blocks.flatMap((block) => textsOf(block).flatMap((text) => [...text.matchAll(CHOSEN)].map((found) => found[1]))),
  )
  for (const { shows } of blocks)
    if (shows.kind === 'answer' && shows.choicesFor !== null && !used.has(shows.choicesFor.text))
      report(checking, diagnostic('N225', shows.choicesFor.span, shows.choicesFor.text))
}

function textsOf({ shows, tab }: BlockDraft): string[] {
  const placeholders = (tab?.parts ?? []).flatMap((part) => (part.kind === 'placeholder' ? [part.expression.text] : []))
  if (shows.kind === 'answer') return [...placeholders, ...shows.with.map(({ value }) => value.text)]
  return 'where' in shows && shows.where !== null ? [...placeholders, shows.where.text] : placeholders
}
