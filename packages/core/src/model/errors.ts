// Point 8, checked.

import type { Expression, Value, ValueType } from '../expression/expression.ts'
import type { PluralForms } from './outside/plural-forms.ts'
import type { Stated } from './stated.ts'

export interface ErrorsModel {
  /** An object, list or text over the names of ERROR_BODY_NAMES; null: RFC 9457. */
  readonly body: Expression | null
  /** Missing: `application/json`. */
  readonly bodyType?: string
  /** Over the same names; missing: none. One with an empty value is left out. */
  readonly headers?: readonly AnswerHeader[]
  readonly catalogue: readonly CatalogueEntry[]
  /** Overrides by built-in error; others keep the default texts. */
  readonly builtIn: Readonly<Partial<Record<BuiltInError, BuiltInOverride>>>
}

/**
 * Names in the body of a refusal. `errors` maps each About to the list of its messages; `problems` has an object per
 * refused thing, with the sent value. `sent` is the whole body.
 */
export const ERROR_BODY_NAMES = {
  code: { kind: 'text' },
  message: { kind: 'text' },
  about: { kind: 'text' },
  errors: { kind: 'object' },
  problems: {
    kind: 'list',
    of: {
      kind: 'group',
      parts: [
        { name: 'code', type: { kind: 'text' }, isOptional: false },
        { name: 'message', type: { kind: 'text' }, isOptional: false },
        { name: 'about', type: { kind: 'text' }, isOptional: false },
        { name: 'path', type: { kind: 'text' }, isOptional: false },
        { name: 'pointer', type: { kind: 'text' }, isOptional: false },
        { name: 'parameter', type: { kind: 'text' }, isOptional: true },
        { name: 'status', type: { kind: 'integer' }, isOptional: false },
        { name: 'value', type: { kind: 'object' }, isOptional: true },
      ],
    },
  },
  sent: { kind: 'json' },
  status: { kind: 'integer' },
  requestId: { kind: 'text' },
  now: { kind: 'text' },
  method: { kind: 'text' },
  path: { kind: 'text' },
} as const satisfies Record<string, ValueType>

/** Left out if its value is empty or hidden. */
export interface AnswerHeader {
  readonly name: string
  readonly value: Expression
}

/** Error body of one call. */
export interface ErrorBody {
  readonly body: Expression
  readonly bodyType?: string
}

export interface CatalogueEntry extends Stated {
  readonly code: string
  readonly status: number
  readonly about: string
  readonly message: MessageTemplate
}

export interface BuiltInOverride extends Stated {
  readonly status: number | null
  readonly about: string | null
  readonly message: MessageTemplate | null
}

/**
 * The message of an error. A placeholder is resolved where the error is raised: its path starts with a field of the
 * failing record, a name bound by a step, `path`, `input`, or a constant.
 */
export interface MessageTemplate extends Stated {
  readonly parts: readonly ({ readonly kind: 'text'; readonly text: string } | MessagePlaceholder)[]
}

export type MessagePlaceholder =
  /** A constant, already formatted for people ("15 minutes"). */
  | {
      readonly kind: 'constant'
      readonly name: string
      readonly text: string
      readonly value: Value
      readonly forms?: PluralForms | undefined
    }
  /** `forms`: plural forms. Missing: the value itself is written. */
  | { readonly kind: 'path'; readonly path: readonly string[]; readonly forms?: PluralForms | undefined }

export const BUILT_IN_ERRORS = [
  'not signed in',
  'session not valid',
  'second factor needed',
  'signature not valid',
  'forbidden',
  'not found',
  'blank',
  'wrong type',
  'unknown input',
  'too short',
  'too long',
  'too small',
  'too big',
  'pattern',
  'end before start',
  'common password',
  'taken',
  'in use',
  'stale',
  'version missing',
  'wrong state',
  'too many',
  'body not readable',
  'body too large',
  'media type not supported',
  'not acceptable',
  'range not satisfiable',
  'patch not applicable',
  'request not readable',
  'method not allowed',
  'busy',
  'database away',
  'unexpected',
  'not shown',
] as const

export type BuiltInError = (typeof BUILT_IN_ERRORS)[number]

const LIMITED = ['field', 'limit', 'min', 'max']

/** Placeholders of each built-in error: `{field}` is the input, `{limit}` the exceeded limit, `{min}` and `{max}` both. */
export const BUILT_IN_WORDS: Readonly<Record<BuiltInError, readonly string[]>> = {
  'not signed in': [],
  'session not valid': [],
  'second factor needed': [],
  'signature not valid': [],
  forbidden: [],
  'not found': [],
  blank: ['field'],
  'wrong type': ['field'],
  'unknown input': ['field'],
  'too short': LIMITED,
  'too long': LIMITED,
  'too small': LIMITED,
  'too big': LIMITED,
  pattern: ['field'],
  'end before start': ['field'],
  'common password': ['field'],
  taken: ['field'],
  'in use': [],
  stale: [],
  'version missing': [],
  'wrong state': [],
  'too many': [],
  'body not readable': [],
  'body too large': [],
  'media type not supported': [],
  'not acceptable': ['types'],
  'range not satisfiable': [],
  'patch not applicable': [],
  'request not readable': [],
  'method not allowed': ['methods'],
  busy: [],
  'database away': [],
  unexpected: [],
  'not shown': [],
}

/** The least and the most that an input takes, in its own measure. Null: there is no such limit. */
export interface Bounds {
  readonly min: number | null
  readonly max: number | null
}

/** Values of `{limit}`, `{min}` and `{max}`; a bound that the input does not have is missing. */
export function wordsOfBounds(
  error: BuiltInError,
  limit: string | null,
  bounds: Bounds | undefined,
): Readonly<Record<string, string>> {
  const isBelow = error === 'too short' || error === 'too small'
  const min = isBelow ? limit : (bounds?.min ?? null)
  const max = isBelow ? (bounds?.max ?? null) : limit
  return {
    limit: limit ?? '',
    ...(min === null ? {} : { min: String(min) }),
    ...(max === null ? {} : { max: String(max) }),
  }
}

/** A message about both limits says nothing true of an input that has one: the supplied words apply then. */
export function namesMissingBound({ parts }: MessageTemplate, words: Readonly<Record<string, string>>): boolean {
  return parts.some((part) => {
    const name = part.kind === 'text' || part.kind === 'constant' ? '' : part.path.join('.')
    return (name === 'min' || name === 'max') && words[name] === undefined
  })
}

/** A built-in message as a template with only `{limit}`, `{min}`, `{max}`, `{field}` and `{methods}`. */
export const WORDS_OF_LIMITS: Readonly<Record<string, string>> = {
  min: '{min}',
  max: '{max}',
  limit: '{limit}',
  field: '{field}',
  methods: '{methods}',
}
