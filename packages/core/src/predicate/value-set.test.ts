// Sets of values: "and" and "not" keep exactly the right values.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  between,
  complement,
  everything,
  has,
  intersection,
  isNothing,
  onlyEmpty,
  sampleOf,
  these,
  type Domain,
  type Scalar,
  type ValueSet,
} from './value-set.ts'

const WHOLE = { kind: 'ordered', type: { kind: 'integer' }, isWhole: true } as const
const DECIMAL = { kind: 'ordered', type: { kind: 'decimal' }, isWhole: false } as const
const COLOURS: Domain = { kind: 'labels', all: ['red', 'green', 'blue'] }

const bound = fc.option(fc.record({ value: fc.integer({ min: 0, max: 6 }), isIncluded: fc.boolean() }), { nil: null })

function sets(domain: Domain): fc.Arbitrary<ValueSet> {
  const simple: fc.Arbitrary<ValueSet> =
    domain.kind === 'ordered'
      ? fc.tuple(bound, bound).map(([from, to]) => between(domain, from, to))
      : fc.subarray(['red', 'green', 'blue']).map((labels) => these(labels))
  const start = fc.oneof(simple, fc.constant(everything(domain)), fc.constant(onlyEmpty(domain)))
  return fc.array(fc.tuple(start, fc.boolean()), { minLength: 1, maxLength: 4 }).map((parts) => {
    const [first, ...rest] = parts.map(([set, isTurned]) => (isTurned ? complement(domain, set) : set))
    return rest.reduce(
      (set, other) => intersection(domain, complement(domain, set), other),
      first ?? everything(domain),
    )
  })
}

const worlds: readonly (readonly [string, Domain, readonly (Scalar | null)[]])[] = [
  ['whole numbers', WHOLE, [null, -1, 0, 1, 2, 3, 4, 5, 6, 7]],
  ['decimals', DECIMAL, [null, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5]],
  ['labels', COLOURS, [null, 'red', 'green', 'blue']],
]

for (const [name, domain, values] of worlds) {
  it(`keeps exactly what is in both, and what is not in one: ${name}`, () => {
    fc.assert(
      fc.property(sets(domain), sets(domain), (a, b) => {
        const both = intersection(domain, a, b)
        for (const value of values) {
          expect(has(domain, both, value)).toBe(has(domain, a, value) && has(domain, b, value))
          expect(has(domain, complement(domain, a), value)).toBe(!has(domain, a, value))
        }
        expect(isNothing(domain, both)).toBe(!values.some((value) => has(domain, both, value)))
        const sample = sampleOf(domain, both)
        if (sample !== undefined && !isNothing(domain, both)) expect(has(domain, both, sample)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
}

it('knows that nothing lies between two whole numbers, and much between two decimals', () => {
  const from = { value: 1, isIncluded: false }
  const to = { value: 2, isIncluded: false }
  expect(isNothing(WHOLE, between(WHOLE, from, to))).toBe(true)
  expect(isNothing(DECIMAL, between(DECIMAL, from, to))).toBe(false)
})
