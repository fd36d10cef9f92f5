// A refusal: the errors of point 8 for a request. Thrown, so that the request's changes are discarded.

import type { Bounds } from '../../model/errors.ts'
import type { SentName } from '../../model/steps/given-names.ts'
import type { Mistake } from './mistakes.ts'
import { saidOfError } from './words.ts'
import type { Surroundings } from '../evaluate.ts'

/** By the code of the catalogue, or the name of the built-in error. */
export interface RefusalReason {
  readonly code: string
  readonly status: number
  /** The input, field or thing. Missing: point 8 or the product says it of the code. */
  readonly about?: string
  /** Where the input is in the body, if this says more than `about`. */
  readonly path?: string
  /** The object of a sent list that a step refuses: `items[1]`. */
  readonly within?: string
  /** The item of the list is a value: no field or key lies within it. */
  readonly isOfItem?: true
  /** The limit that a value is above or below. */
  readonly limit?: number
  readonly bounds?: Bounds
  /** Of the catalogue, with the values that its reader may see. */
  readonly message?: string
  /** Further placeholders of the message of a built-in error. */
  readonly words?: Readonly<Record<string, string>>
  /** Only one of the reasons with this flag is reported, and either one is right. */
  readonly isOneOfThem?: true
  /** It is about an input. */
  readonly isInput?: true
  /** It is about the whole body. */
  readonly isWhole?: true
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
  /** Before the body of the request is read. */
  readonly isUnread: boolean

  constructor(reasons: readonly RefusalReason[], isUnread = false) {
    super(reasons.map(({ code }) => code).join(', '))
    this.reasons = reasons
    this.isUnread = isUnread
  }
}

/** A refusal in it comes before the body of the request is read. */
export function beforeReading<Result>(doing: () => Result): Result {
  try {
    return doing()
  } catch (cause) {
    throw cause instanceof Refused ? new Refused(cause.reasons, true) : cause
  }
}

/** Refusals of a step's fields are about the inputs that gave them. `names`: by field. */
export function namingInputs<Result>(names: ReadonlyMap<string, SentName>, doing: () => Result): Result {
  try {
    return doing()
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause
    const named = cause.reasons.map((reason) => {
      const sent = reason.about === undefined || reason.message !== undefined ? undefined : names.get(reason.about)
      if (sent === undefined) return reason
      return { ...reason, about: sent.name, ...(sent.place === null ? {} : { path: sent.place }) }
    })
    throw new Refused(named, cause.isUnread)
  }
}

export function refusedAs(error: keyof typeof BUILT_IN, about?: string): Refused {
  return new Refused([{ code: error, status: BUILT_IN[error], ...(about === undefined ? {} : { about }) }])
}

/** Of a sent value. `place`: where it is in the body, `items[1].quantity`; the whole body is `''`. */
export function inputReason({ code, limit, bounds }: Mistake, place: string): RefusalReason {
  return {
    code,
    status: 422,
    isInput: true,
    ...placed(place),
    ...(limit === undefined ? {} : { limit }),
    ...(bounds && { bounds }),
  }
}

/** A mistake within an object of a list: its place is known from outside. */
export function reasonWithin(reason: RefusalReason, place: string): RefusalReason {
  return { ...reason, ...placed(`${place}.${reason.path ?? reason.about ?? ''}`) }
}

/** An input is known by its own name: `email` for `user.email`; in a list, from the list on. */
function placed(place: string): Pick<RefusalReason, 'about' | 'path' | 'isWhole'> {
  if (place === '') return { about: 'body', isWhole: true }
  const [before = ''] = place.split('[')
  const about = place.slice(before.lastIndexOf('.') + 1)
  return { about, path: place }
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

/** A code of the catalogue. `scope`: what is at hand where it is raised, with the eyes of the reader. */
export function reasonOf(scope: Surroundings, code: string): RefusalReason {
  const entry = scope.model.errors.catalogue.find((each) => each.code === code)
  if (entry === undefined) throw new Error(`The catalogue has no ${code}.`)
  return { code, status: entry.status, about: entry.about, message: saidOfError(scope, entry.message) }
}

const STATUS_ORDER = [400, 401, 403, 404, 412, 428, 429, 409, 422]

/** The status of an answer that refuses several things. */
export function statusOf(reasons: readonly RefusalReason[]): number {
  return STATUS_ORDER.find((status) => reasons.some((reason) => reason.status === status)) ?? reasons[0]?.status ?? 500
}

/** One reason for each input that the address does not accept. */
export function refusedInputs(names: readonly string[]): Refused {
  return new Refused(names.map((about): RefusalReason => ({ code: 'unknown input', status: 422, about })))
}
