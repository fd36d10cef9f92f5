// Point 8 of two models → removed codes, and changed refusals.

import { BUILT_IN_ERRORS, type BuiltInOverride, type CatalogueEntry, type ErrorsModel } from '../../model/errors.ts'
import type { Model } from '../../model/model.ts'
import { isSameMeaning } from '../meaning.ts'
import { always, code, isSameExpression, KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function compareErrors({ errors: old }: Model, { errors: now }: Model): Said[] {
  return membersSaid('The errors', ERRORS, { old, now })
}

const ERRORS: Members<ErrorsModel> = {
  body: (old, now) => [
    isSameExpression(old, now)
      ? ['safe', 'The body of a refusal is stated otherwise.']
      : ['contract', `The body of every refusal is ${now === null ? 'that of RFC 9457' : code(now)} now.`],
  ],
  bodyType: (_, now) => [['contract', `The type of every refusal is ${now ?? 'application/json'} now.`]],
  headers: always('contract', 'The headers of refusals are stated otherwise.'),
  catalogue: (old, now) =>
    partsSaid(old, now, (entry) => entry.code, {
      gone: (entry) => [['contract', `The error ${entry.code} is gone.`]],
      made: (entry) => [['safe', `The error ${entry.code} is new.`]],
      changed: (pair) => membersSaid(`The error ${pair.now.code}`, entryMembers(pair.now), pair),
      order: ['safe', 'The errors stand in another order.'],
    }),
  builtIn: (old, now) =>
    BUILT_IN_ERRORS.flatMap((name) => {
      const [was, is] = [old[name] ?? null, now[name] ?? null]
      return isSameMeaning(was, is)
        ? []
        : membersSaid(`The error "${name}"`, overrideMembers(name), { old: was ?? SUPPLIED, now: is ?? SUPPLIED })
    }),
}

/** Built-in errors without an override. */
const SUPPLIED: BuiltInOverride = { status: null, about: null, message: null, span: { start: 0, end: 0 } }

function entryMembers(entry: CatalogueEntry): Members<CatalogueEntry> {
  const place = `The error ${entry.code}`
  return {
    code: KEY,
    status: (old, now) => [['contract', `${place} has the status ${now} instead of ${old}.`]],
    about: (old, now) => [['contract', `${place} is about "${now}" instead of "${old}".`]],
    message: always('safe', `${place} has other words.`),
  }
}

function overrideMembers(name: string): Members<BuiltInOverride> {
  const place = `The error "${name}"`
  const or = (value: string | number | null): string => (value === null ? 'the supplied one' : String(value))
  return {
    status: (old, now) => [['contract', `${place} has another status: ${or(now)} instead of ${or(old)}.`]],
    about: (old, now) => [['contract', `${place} is about ${or(now)} instead of ${or(old)}.`]],
    message: always('safe', `${place} has other words.`),
  }
}
