// Point 9, checked → its limits in words: subject, scope, number and window.

import { printExpression } from '../expression/syntax/print-expression.ts'
import { translationState } from '../contract/languages/languages.ts'
import type { Limit, LimitedParty } from '../model/limits.ts'
import type { Model } from '../model/model.ts'
import type { Stated } from '../model/stated.ts'
import { timeInWords } from './times.ts'

export interface LimitInWords extends Stated {
  readonly name: string
  readonly on: string
  readonly atMost: string
  /** A code of point 8, or the built-in one. */
  readonly otherwise: string
}

export interface LanguageInWords extends Stated {
  readonly language: string
  /** `89 of 91` */
  readonly translated: string
}

/** Translations, with the share of translated words. */
export function languagesInWords(model: Model): LanguageInWords[] {
  return model.limits.translations.map((translation) => {
    const { words, missing } = translationState(model, translation)
    const [all, open] = [words, missing].map((some) => new Set(some.map((word) => word.words)).size) as [number, number]
    return { language: translation.language, translated: `${all - open} of ${all}`, span: translation.span }
  })
}

export function limitsInWords(model: Model): LimitInWords[] {
  return model.limits.limits.map(({ name, on, per, windowMs, atMost, otherwise, span }) => ({
    name,
    on: onInWords(on),
    atMost: `${printExpression(atMost)} for ${partyInWords(per)}${windowMs === null ? '' : ` in ${timeInWords(windowMs)}`}`,
    otherwise: otherwise ?? 'the supplied error',
    span,
  }))
}

function onInWords(on: Limit['on']): string {
  switch (on.kind) {
    case 'call':
      return on.call ?? 'all calls'
    case 'signing in':
      return 'signing in'
    case 'streams':
      return on.call === null ? 'open streams' : `open streams of ${on.call}`
    case 'entity':
      return `records of ${on.entity}`
  }
}

function partyInWords(per: LimitedParty): string {
  switch (per.kind) {
    case 'everybody':
      return 'everybody together'
    case 'user':
      return per.role === null ? 'each user' : `each ${per.role}`
    case 'address':
      return 'each network address'
    case 'path':
      return 'each address'
    case 'record':
      return `each ${per.entity}`
  }
}
