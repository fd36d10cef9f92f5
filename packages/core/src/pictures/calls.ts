// Point 7, checked → the inputs and steps of each call in the author's own words, scheduled work, and messages.

import type { Model } from '../model/model.ts'
import type { Call, Method, Step, Service } from '../model/calls.ts'
import { signingInWords, variablesOf } from '../model/outside/services.ts'
import { stepCodes } from '../model/steps/step-codes.ts'
import type { Stated } from '../model/stated.ts'

export interface CallsPicture {
  readonly standard: readonly (Stated & {
    readonly entity: string
    readonly path: string
    readonly calls: readonly string[]
    readonly isProvisional: boolean
  })[]
  readonly calls: readonly PicturedCall[]
  readonly services: readonly PicturedService[]
  readonly schedules: readonly (Stated & { readonly name: string; readonly steps: readonly PicturedStep[] })[]
}

export interface PicturedService extends Stated {
  readonly name: string
  /** Environment variables that it needs. */
  readonly needs: readonly string[]
  /** The signature of its calls, and these calls; null: it makes none. */
  readonly signs: { readonly words: string; readonly calls: readonly string[] } | null
  readonly operations: readonly (Stated & {
    readonly name: string
    readonly request: string
    readonly sends: readonly string[]
    readonly gets: readonly string[]
    readonly failsWith: readonly string[]
  })[]
}

export interface PicturedCall extends Stated {
  readonly method: Method
  readonly path: string
  readonly title: string | null
  readonly who: readonly string[]
  readonly takes: readonly (Stated & { readonly name: string; readonly isNeeded: boolean })[]
  readonly steps: readonly PicturedStep[]
  /** Error codes of its steps. */
  readonly failsWith: readonly string[]
}

export interface PicturedStep extends Stated {
  readonly words: string
  readonly kind: Step['action']['kind']
  /** Nested steps. */
  readonly steps: readonly PicturedStep[]
}

export function callsPicture(model: Model, text: string): CallsPicture {
  const { standard, calls, services, schedules } = model.calls
  return {
    standard: standard.map(({ entity, path, calls: kinds, isProvisional, span }) => ({
      entity,
      path,
      calls: kinds,
      isProvisional,
      span,
    })),
    calls: calls.map((call) => pictured(model, call, text)),
    services: services.map((service) => picturedService(service, calls)),
    schedules: schedules.map(({ name, steps, span }) => ({
      name,
      steps: steps.map((step) => picturedStep(step, text)),
      span,
    })),
  }
}

function signsOf({ name, signing }: Service, calls: readonly Call[]): PicturedService['signs'] {
  if (signing === null) return null
  const { scheme, within } = signingInWords(signing)
  const own = calls.filter(({ from }) => from === name)
  return { words: `${scheme}${within}`, calls: own.map(({ method, path }) => `${method} ${path}`) }
}

function picturedService(service: Service, calls: readonly Call[]): PicturedService {
  return {
    name: service.name,
    needs: variablesOf(service),
    signs: signsOf(service, calls),
    operations: service.operations.map(({ name, method, path, sends, gets, failures, span }) => ({
      name,
      request: `${method} ${path}`,
      sends: sends.map((input) => input.path.join('.')),
      gets: gets.map((input) => input.path.join('.')),
      failsWith: failures.map(({ status, code }) => `${status} ${code}`),
      span,
    })),
    span: service.span,
  }
}

function pictured({ calls }: Model, call: Call, text: string): PicturedCall {
  const { method, path, title, from, who, inputs, queries, steps, span } = call
  const shown = steps.map((step) => picturedStep(step, text))
  return {
    method,
    path,
    title,
    who: from === undefined ? who : [from],
    takes: [
      ...inputs.map((input) => ({ name: input.path.join('.'), isNeeded: input.isNeeded, span: input.span })),
      ...queries.map((query) => ({ name: `?${query.name}`, isNeeded: false, span: query.span })),
    ],
    steps: shown,
    failsWith: [...new Set(stepCodes(calls, steps))],
    span,
  }
}

/** A step with nested ones has only its own lines. */
function picturedStep(step: Step, text: string): PicturedStep {
  const inner = 'steps' in step.action ? step.action.steps : []
  const end = Math.min(step.span.end, ...inner.map(({ span }) => span.start))
  const words = text
    .slice(step.span.start, end)
    .replace(/[\s:]*(?:\d+[.)]|[-*])?\s*$/, '')
    .replace(/\s+/g, ' ')
  return { words, kind: step.action.kind, steps: inner.map((each) => picturedStep(each, text)), span: step.span }
}
