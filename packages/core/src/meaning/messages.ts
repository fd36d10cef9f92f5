// A sent message → one per receiver, with its text (reference/7-calls, Messages). The product sends it, so no rights
// apply.

import type { Expression } from '../expression/expression.ts'
import type { Sending, Template } from '../model/outside/messages.ts'
import { entityNamed } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import type { PluralForms } from '../model/outside/plural-forms.ts'
import { signInOf } from '../model/users/sign-in-of.ts'
import { evaluate, type Surroundings } from './evaluate.ts'
import { NotCovered } from './not-covered.ts'
import { type Datum, isReference } from './store.ts'
import { inJson } from './values/values.ts'

export function sendMessage(model: Model, scope: Surroundings, { message, to, subject, body }: Sending): void {
  const way = model.calls.messages.find(({ name }) => name === message)?.by ?? null
  if (to === null || subject === null || body === null || way === null) return
  const everything: Surroundings = { ...scope, eyes: null }
  const value = evaluate(to, everything)
  const receivers = (Array.isArray(value) ? (value as readonly Datum[]) : [value])
    .map((each) => (way === 'email' ? addressOf(model, scope, each) : each))
    .filter((each) => each !== null && each !== '')
  const words = { subject: filled(subject, everything), body: filled(body, everything) }
  const different = new Map(receivers.map((each) => [JSON.stringify(each), each]))
  const values = way === 'webhook' ? { values: valuesNamedIn(everything, [subject, body]) } : {}
  for (const each of different.values())
    scope.store.messages.push({ name: message, way, to: each, atMs: scope.store.nowMs, ...words, ...values })
}

/** By their names in the text, in the form of answers. A computed value has no name. */
function valuesNamedIn(scope: Surroundings, templates: readonly Template[]): Record<string, Datum> {
  const named = templates.flatMap(({ parts }) =>
    parts.flatMap((part): [string, Datum][] => {
      const name = part.kind === 'text' ? null : nameOf(part.expression)
      if (part.kind === 'text' || name === null) return []
      return [[name, inJson(part.expression.type, evaluate(part.expression, scope))]]
    }),
  )
  return Object.fromEntries(named)
}

/** `alpha.owner.code`; null: not a name. */
function nameOf(expression: Expression): string | null {
  if (expression.kind === 'variable') return expression.name
  const of = expression.kind === 'field' ? nameOf(expression.of) : null
  return expression.kind !== 'field' || of === null
    ? null
    : of === 'this'
      ? expression.field
      : `${of}.${expression.field}`
}

/** A user is represented by the sign-in address. */
function addressOf(model: Model, { store }: Surroundings, receiver: Datum): Datum {
  if (!isReference(receiver)) return receiver
  const identifier = signInOf(model.roles)?.identifier ?? 'email'
  return store.records.get(receiver.id)?.values[identifier] ?? null
}

function filled({ parts }: Template, scope: Surroundings): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      const value = evaluate(part.expression, scope)
      const said = inWords(scope, part.expression, value)
      return part.forms === undefined ? said : formOf(part.forms, value, said)
    })
    .join('')
}

/** In English, one has its own form, and all other numbers share the second one. */
function formOf(forms: PluralForms, value: Datum, said: string): string {
  const wanted = [`=${String(value)}`, String(value) === '1' ? 'one' : 'other']
  const form = wanted.flatMap((category) => forms.find((each) => each.category === category) ?? [])[0]
  return (form?.words ?? '').replaceAll('#', said)
}

/** In English notation. */
function inWords({ model }: Surroundings, expression: Expression, value: Datum): string {
  if (value === null) return ''
  const { type } = expression
  switch (type.kind) {
    case 'text':
    case 'integer':
      return String(value)
    case 'boolean':
      return value === true ? 'yes' : 'no'
    case 'choice':
      return labelOf(model, expression, String(value))
    default:
      throw new NotCovered(`${type.kind} in the words of a message`)
  }
}

function labelOf(model: Model, expression: Expression, value: string): string {
  const type =
    expression.kind === 'field'
      ? entityNamed(model, expression.entity).fields.find(({ name }) => name === expression.field)?.type
      : undefined
  const label = type?.kind === 'choice' ? type.labels?.[value] : undefined
  return label ?? value.charAt(0).toUpperCase() + value.slice(1)
}
