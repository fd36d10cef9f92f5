// Rows of "Route | Screen | Parameter" → checked routes.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RouteDraft, RouteParameterDraft } from '../../draft/screens.ts'
import type { Route } from '../../model/screens.ts'
import type { Span } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { ownerOfScreen } from '../entities/declarations.ts'
import { identifies } from '../entities/identifying.ts'
import { parametersIn, pathPattern } from '../../model/addresses/call-path.ts'
import { refuseOwnAddress } from '../names/own-addresses.ts'
import { partOfWritten } from '../expressions/part-of-written.ts'
import { resolveEntity, resolveField } from '../names/resolve.ts'

export function routesTo(checking: Checking, screen: string): readonly RouteDraft[] {
  return checking.draft.screens.routes.filter((route) => route.screen.text === screen)
}

export function checkRoutes(checking: Checking): Route[] {
  const first = new Map<string, Span>()
  return checking.draft.screens.routes.flatMap((draft) => {
    const pattern = pathPattern(draft.path.text)
    const other = first.get(pattern)
    if (other !== undefined)
      report(checking, diagnostic('N211', draft.path.span, draft.path.text).because(other, 'The other one is here.'))
    else first.set(pattern, draft.path.span)
    refuseOwnAddress(checking, draft.path)
    const parameters = checkParameters(checking, draft)
    const { screens } = checking.names
    if (!screens.has(draft.screen.text)) {
      report(
        checking,
        diagnostic('N201', draft.screen.span, draft.screen.text).suggesting(draft.screen.text, screens.keys()),
      )
      return []
    }
    checking.names.recorder.use('screen', draft.screen)
    return [{ path: draft.path.text, screen: draft.screen.text, parameters, span: draft.path.span }]
  })
}

function checkParameters(checking: Checking, draft: RouteDraft): Route['parameters'] {
  const inPath = parametersIn(draft.path.text)
  const bound = new Set(draft.parameters.map(({ parameter }) => parameter.text))
  for (const name of inPath) {
    if (!bound.has(name)) {
      report(
        checking,
        diagnostic('N203', parameterSpan(draft, name), 'unknown parameter', name).withHint(
          `Write "${name} is Entity.field" under Parameter.`,
        ),
      )
    }
  }
  return draft.parameters.flatMap((parameter) => {
    if (!inPath.includes(parameter.parameter.text)) {
      const found = diagnostic(
        'N203',
        parameter.parameter.span,
        'not in the path',
        draft.path.text,
        parameter.parameter.text,
      )
      return report(checking, found.suggesting(parameter.parameter.text, inPath)) ?? []
    }
    checking.names.recorder.use('parameter', parameter.parameter, ownerOfScreen(draft.screen.text))
    return checkParameter(checking, parameter) ?? []
  })
}

function parameterSpan(draft: RouteDraft, name: string): Span {
  const at = draft.path.text.indexOf(`:${name}`)
  return partOfWritten(draft.path, at, at + name.length + 1).span
}

function checkParameter(
  checking: Checking,
  { parameter, entity: written, field }: RouteParameterDraft,
): Route['parameters'][number] | null {
  const entity = resolveEntity(checking, written)
  const facts = entity === null ? null : resolveField(checking, entity, field)
  if (entity === null || facts === null) return null
  if (!identifies(checking, entity.name, facts.field))
    report(
      checking,
      diagnostic('N204', field.span, entity.name, field.text).because(facts.field.span, 'It is declared here.'),
    )
  return { name: parameter.text, entity: entity.name, field: facts.field.name }
}
