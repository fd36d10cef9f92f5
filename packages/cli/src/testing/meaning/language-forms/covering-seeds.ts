// Seeds → which forms of the language their specifications have, and the few seeds that have all of them.

import { randomFrom } from '../../chance.ts'
import { madeUpSpecification } from '../made-up-specification.ts'
import { hasBranchesOf, namedByOf, tenanciesOf } from '../meaning-machine.ts'
import { formsInText } from './forms-in-text.ts'

/** Of the small specification of a seed. Null: the checker refuses it. */
export function formsOfSeed(seed: number): ReadonlySet<string> | null {
  return formsInText(
    madeUpSpecification(randomFrom(seed), true, tenanciesOf(seed), namedByOf(seed), hasBranchesOf(seed)).text,
  )
}

export interface Coverage {
  readonly forms: ReadonlySet<string>
  /** Each has a form that those before it have not, the richest first. */
  readonly seeds: readonly number[]
}

export function coverageOf(from: number, count: number): Coverage {
  const known = new Map<number, ReadonlySet<string>>()
  for (let seed = from; seed < from + count; seed++) {
    const forms = formsOfSeed(seed)
    if (forms !== null) known.set(seed, forms)
  }
  const left = new Set([...known.values()].flatMap((forms) => [...forms]))
  const forms = new Set(left)
  const seeds: number[] = []
  while (left.size > 0) {
    const news = [...known].map(([seed, own]) => ({
      seed,
      own,
      count: [...own].filter((form) => left.has(form)).length,
    }))
    const best = news.reduce((one, other) => (other.count > one.count ? other : one))
    seeds.push(best.seed)
    for (const form of best.own) left.delete(form)
  }
  return { forms, seeds }
}
