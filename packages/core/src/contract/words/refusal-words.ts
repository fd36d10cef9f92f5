// The default texts of built-in errors, which the error catalogue can replace. `{limit}` stands for the exceeded limit.

import type { BuiltInError } from '../../model/errors.ts'

export interface SuppliedRefusal {
  readonly status: number
  /** The subject of a refusal without an input. */
  readonly about: string
  readonly message: string
}

export const SUPPLIED_REFUSALS: Readonly<Record<BuiltInError, SuppliedRefusal>> = {
  'not signed in': { status: 401, about: 'session', message: 'Please sign in first.' },
  'session not valid': { status: 401, about: 'session', message: 'Your session has ended. Please sign in again.' },
  'second factor needed': {
    status: 403,
    about: 'second factor',
    message: 'Please enter a code of your second factor first.',
  },
  'signature not valid': { status: 401, about: 'signature', message: 'The signature of this request is not valid.' },
  forbidden: { status: 403, about: 'permission', message: 'You are not allowed to do this.' },
  'not found': { status: 404, about: 'address', message: 'There is nothing here, or you may not see it.' },
  blank: { status: 422, about: 'body', message: 'Please fill this in.' },
  'wrong type': { status: 422, about: 'body', message: 'This is not a value that fits here.' },
  'unknown input': { status: 422, about: 'body', message: 'Nothing of this name is expected here.' },
  'too short': { status: 422, about: 'body', message: 'Please use at least {limit} characters.' },
  'too long': { status: 422, about: 'body', message: 'Please use at most {limit} characters.' },
  'too small': { status: 422, about: 'body', message: 'Please choose at least {limit}.' },
  'too big': { status: 422, about: 'body', message: 'Please choose at most {limit}.' },
  pattern: { status: 422, about: 'body', message: 'This is not written in the right form.' },
  'end before start': { status: 422, about: 'body', message: 'The end must come after the start.' },
  'common password': {
    status: 422,
    about: 'password',
    message: 'This password is too easy to guess. Please choose another one.',
  },
  taken: { status: 409, about: 'body', message: 'This is already taken.' },
  'in use': { status: 409, about: 'record', message: 'Something else still needs this, so it cannot be deleted.' },
  stale: { status: 412, about: 'version', message: 'Somebody else changed this meanwhile. Please look at it again.' },
  'version missing': {
    status: 428,
    about: 'version',
    message: 'Please say which version you have seen, in the header If-Match.',
  },
  'wrong state': { status: 409, about: 'state', message: 'This is not possible now.' },
  'too many': { status: 429, about: 'request', message: 'That was too often. Please wait a little.' },
  'body not readable': { status: 400, about: 'body', message: 'The request could not be read.' },
  'body too large': { status: 413, about: 'body', message: 'The request is too large.' },
  'media type not supported': { status: 415, about: 'content-type', message: 'This media type is not supported here.' },
  'not acceptable': { status: 406, about: 'accept', message: 'The answer is one of {types}.' },
  'patch not applicable': { status: 409, about: 'body', message: 'The patch does not fit what is there now.' },
  'range not satisfiable': { status: 416, about: 'range', message: 'The file has no such part.' },
  'request not readable': { status: 400, about: 'request', message: 'This request cannot be read.' },
  'method not allowed': { status: 405, about: 'method', message: 'This address is for {methods} only.' },
  busy: {
    status: 503,
    about: 'server',
    message: 'Many people changed the same thing at once. Please try again.',
  },
  'database away': {
    status: 503,
    about: 'server',
    message: 'The database does not answer now. If you were changing something, please check whether it was done.',
  },
  unexpected: { status: 500, about: 'server', message: 'Something went wrong on our side. Nothing was changed.' },
  'not shown': { status: 501, about: 'specification', message: 'The specification does not say what happens here.' },
}

/** `too short` → `TOO_SHORT`, so that all codes look alike to a client. */
export function builtInCode(error: BuiltInError): string {
  return error.toUpperCase().replaceAll(' ', '_')
}
