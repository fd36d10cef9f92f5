// A refusal: the errors of point 8 for a request. Thrown, so that the request's changes are discarded.

import type { Model } from '../model/model.ts'

/** By the code of the catalogue, or the name of the built-in error. */
export interface RefusalReason {
  readonly code: string
  readonly status: number
  /** Only one of the reasons with this flag is reported, and either one is right. */
  readonly isOneOfThem?: true
  /** It is about an input. */
  readonly isInput?: true
}

const BUILT_IN = {
  'not signed in': 401,
  'session not valid': 401,
  forbidden: 403,
  'not found': 404,
  'signature not valid': 401,
  blank: 422,
  'wrong type': 422,
  taken: 409,
  'in use': 409,
  'wrong state': 409,
  stale: 412,
  'version missing': 428,
  'not shown': 501,
} as const

export class Refused extends Error {
  readonly reasons: readonly RefusalReason[]

  constructor(reasons: readonly RefusalReason[]) {
    super(reasons.map(({ code }) => code).join(', '))
    this.reasons = reasons
  }
}

export function refusedAs(error: keyof typeof BUILT_IN): Refused {
  return new Refused([{ code: error, status: BUILT_IN[error] }])
}

export function inputReason(code: string): RefusalReason {
  return { code, status: 422, isInput: true }
}

const MISTAKES_OF_INPUTS = ['not found', 'taken']

/**
 * The status that point 8 or a call states for an error. An input that names no record, or one key twice, is a mistake
 * of the input whatever they state.
 */
export function withStatus(reason: RefusalReason, stated: number | null | undefined): RefusalReason {
  const isMistake = reason.isInput === true && MISTAKES_OF_INPUTS.includes(reason.code)
  return stated === null || stated === undefined || isMistake ? reason : { ...reason, status: stated }
}

/** A code of the catalogue. */
export function reasonOf(model: Model, code: string): RefusalReason {
  const entry = model.errors.catalogue.find((each) => each.code === code)
  if (entry === undefined) throw new Error(`The catalogue has no ${code}.`)
  return { code, status: entry.status }
}

const STATUS_ORDER = [400, 401, 403, 404, 412, 428, 429, 409, 422]

/** The status of an answer that refuses several things. */
export function statusOf(reasons: readonly RefusalReason[]): number {
  return STATUS_ORDER.find((status) => reasons.some((reason) => reason.status === status)) ?? reasons[0]?.status ?? 500
}

/** One reason for each input that the address does not accept. */
export function refusedInputs(names: readonly string[]): Refused {
  return new Refused(names.map((): RefusalReason => ({ code: 'unknown input', status: 422 })))
}
