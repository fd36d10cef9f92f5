// `personal data erased after 2 years` → the reason why it is impossible: the value is erased while the record stays.

import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import { isOtherSide, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts, FieldFacts } from './facts.ts'

export function refuseErasure(checking: Checking, entity: EntityFacts, facts: FieldFacts): void {
  const personal = facts.rules.find((rule) => rule.kind === 'personal data')
  if (personal?.kind !== 'personal data' || personal.erasedAfter === null || facts.field.erasedAfter === null) return
  const needed = facts.rules.find(({ kind }) => kind === 'required' || kind === 'computed')
  if (needed !== undefined) {
    const other = needed.kind === 'required' ? 'required' : 'computed'
    const told = diagnostic('N327', personal.span, other, 'personal data that is erased')
    report(checking, told.because(needed.span, 'The other one is here.').withHint(WAYS_OUT[other]))
    return
  }
  const why = whyNot(entity, facts)
  if (why !== null) report(checking, diagnostic('N326', personal.span, ...why.sentence).withHint(why.wayOut))
}

const WAYS_OUT = {
  required:
    'Leave "required" out, and ask for the value where it is given: by a rule of point 5 for "create", or as a needed input of a call.',
  computed: 'Erase what it is computed from.',
} as const

function whyNot(
  { name, fields }: EntityFacts,
  { field }: FieldFacts,
): { sentence: Sentence<'N326'>; wayOut: string } | null {
  const { type } = field
  if (MADE_BY_PRODUCT.includes(type.kind))
    return {
      sentence: ['made by the product', name, field.name],
      wayOut: 'Erase other fields.',
    }
  if (type.kind === 'collection' || isOtherSide(type))
    return {
      sentence: ['other records', field.name],
      wayOut: 'Say it at the fields of those records.',
    }
  const slug = [...fields.values()].find(
    ({ field: other }) => other.type.kind === 'slug' && other.type.from === field.name,
  )
  if (slug !== undefined)
    return {
      sentence: ['part of an address', slug.field.name, field.name],
      wayOut: 'Make the address from another field.',
    }
  if (fields.get('createdAt')?.field.isBuiltIn !== true)
    return {
      sentence: ['no age', name],
      wayOut: 'Write `createdAt` under "Every entity has".',
    }
  return null
}
