// Faults in the words of refusals.

import * as build from '@ninefold/core/expression/build.ts'
import { mapParts } from '@ninefold/core/expression/conditions.ts'
import type { Expression } from '@ninefold/core/expression/expression.ts'
import { memberName } from '@ninefold/core/expression/members.ts'
import type { MessageTemplate } from '@ninefold/core/model/errors.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { CallOnTheWire } from '@ninefold/core/model/wire.ts'
import type { Json } from '../json.ts'
import type { Play } from '../meaning-machine.ts'

type Fault = (play: Play) => Play

export const REFUSAL_FAULTS: Readonly<Record<string, Fault>> = {
  'no error body is stated': withErrors((errors) => ({ ...errors, body: null })),
  'error bodies are always JSON': withErrors(({ bodyType: _, ...errors }) => errors),
  'no error headers are stated': withErrors(({ headers: _, ...errors }) => errors),
  'calls have no error bodies of their own': withWires(({ errorBody: _, ...wire }) => wire),
  'calls have no error headers of their own': withWires(({ errorHeaders: _, ...wire }) => wire),
  'words of built-in errors have no field and no limit': withErrors((errors) => ({
    ...errors,
    builtIn: Object.fromEntries(
      Object.entries(errors.builtIn).map(([error, { message, ...own }]) => [
        error,
        { ...own, message: message === null ? null : withoutPlaceholders(message) },
      ]),
    ),
  })),
  'messages tell what their reader does not see': withBodies((text) => text.replaceAll('…', 'ann')),
  'messages keep their placeholders': withErrors((errors) => ({
    ...errors,
    catalogue: errors.catalogue.map((entry) => ({ ...entry, message: withoutPlaceholders(entry.message) })),
  })),
  'a refusal names no object of a list': withBodies((text) => text.replace(/\[\d+\]\./g, '')),
  'a field is refused without its name': withBodies((text) => (text === 'code' ? 'body' : text)),
  'sent values are not repeated': withErrors((errors) => ({
    ...errors,
    body: errors.body === null ? null : withoutSent(errors.body),
  })),
}

function withErrors(change: (errors: Model['errors']) => Model['errors']): Fault {
  return ({ model, ...play }) => ({ ...play, model: { ...model, errors: change(model.errors) } })
}

function withWires(change: (wire: CallOnTheWire) => CallOnTheWire): Fault {
  return ({ model, ...play }) => ({
    ...play,
    model: {
      ...model,
      calls: {
        ...model.calls,
        calls: model.calls.calls.map(({ wire, ...call }) =>
          wire === undefined ? call : { ...call, wire: change(wire) },
        ),
      },
    },
  })
}

/** A constant is part of the text. */
function withoutPlaceholders(message: MessageTemplate): MessageTemplate {
  const parts = message.parts.map((part) =>
    part.kind === 'path' ? { kind: 'text' as const, text: `{${part.path.join('.')}}` } : part,
  )
  return { ...message, parts }
}

/** Words of refusals that came. */
function withBodies(change: (text: string) => string): Fault {
  const changed = (value: Json): Json => {
    if (typeof value === 'string') return change(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(changed)
    return Object.fromEntries(Object.entries(value).map(([key, each]): [string, Json] => [key, changed(each)]))
  }
  return (play) => ({
    ...play,
    seen: play.seen.map((seen) => (seen.status < 400 ? seen : { ...seen, body: changed(seen.body) })),
  })
}

function withoutSent(expression: Expression): Expression {
  const isBody = expression.kind === 'variable' && expression.name === 'sent'
  const isValue = expression.kind === 'call' && expression.function === memberName('value')
  return isBody || isValue ? build.nothing(expression.type) : mapParts(expression, withoutSent)
}
