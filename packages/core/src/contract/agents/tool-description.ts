// An operation → its description for an agent: the statements of the text as sentences.

import { enumerated } from '../../text/enumeration.ts'
import type { Model } from '../../model/model.ts'
import type { CatalogueEntry } from '../../model/errors.ts'
import type { Operation } from '../calls/calls.ts'
import type { OpenApiOperation } from '../open-api/operations.ts'
import { plainGuardReason, reasonOfState } from '../calls/transition-reasons.ts'
import { reasonInEnglish } from '../words/reasons.ts'
import { ownCodes } from './own-codes.ts'
import { FILTERS_IN_WORDS } from './list-arguments.ts'
import type { InputField } from '../wire/inputs.ts'

/** Further codes are explained when they occur. */
const CODES_MAX = 12

const PAGES_IN_WORDS = 'It answers one page. Give its "next" as "after" to get the page behind it.'

export function toolDescription(
  model: Model,
  operation: Operation,
  described: OpenApiOperation,
  inputs: readonly InputField[],
): string {
  const alternatives = inputs.flatMap(({ isOneNeeded, path }) => (isOneNeeded === true ? [path.join('.')] : []))
  return [
    `${described.summary}: ${operation.method} ${operation.path}.`,
    described.description ?? '',
    ...(operation.kind === 'transition' ? transitionSentences(model, operation) : []),
    ...(operation.kind === 'list' ? [FILTERS_IN_WORDS, PAGES_IN_WORDS] : []),
    ...(alternatives.length > 1 ? [`At least one of ${enumerated(alternatives, 'and')} is needed.`] : []),
    ...refusalSentences(model, operation),
  ]
    .filter((sentence) => sentence !== '')
    .join('\n')
}

function transitionSentences(
  model: Model,
  { entity, transition: name }: Extract<Operation, { readonly kind: 'transition' }>,
): string[] {
  return model.states.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) => {
      const cases = machine.transitions.filter((transition) => transition.name === name)
      if (cases.length === 0) return []
      const led = [...new Set(cases.flatMap(({ to }) => to ?? []))].map((to) => {
        const means = machine.states.find((state) => state.name === to)?.means ?? null
        return means === null ? `It is ${to} afterwards.` : `It is ${to} afterwards: ${means}.`
      })
      const guards = cases.map(({ guard }) => (guard === null ? null : plainGuardReason(model, guard)))
      const reasons = [reasonOfState(cases, machine), ...guards.filter((reason) => reason !== null)]
      return [...led, ...new Set(reasons.map(reasonInEnglish))]
    })
}

/** Codes of point 8 in the author's own words. Built-in codes are the same for every application. */
function refusalSentences(model: Model, operation: Operation): string[] {
  const codes = ownCodes(model, operation)
  const own = model.errors.catalogue.filter(({ code }) => codes.includes(code)).slice(0, CODES_MAX)
  return own.map((entry) => `May be refused with ${entry.code}: ${messageText(entry)}`)
}

export function messageText({ message }: CatalogueEntry): string {
  return message.parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      return part.kind === 'constant' ? part.text : `{${part.path.join('.')}}`
    })
    .join('')
}
