// Computed fields → their expressions, and whether they may be empty. Computed fields may read each other, so this is a
// fixed point: each starts as never empty, and becomes optional when an operand is.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { checkExpression } from '../../expression/check/check-expression.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Draft } from '../../draft/draft.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Span, Written } from '../../text/source.ts'
import type { GrowingCatalogue } from '../catalogue.ts'
import { leaveOut, type ComputedFields, type GrowingFacts } from './facts.ts'
import { reachable } from '../../model/reachable.ts'
import { needsWhatIsNotShown, optionalExpression, refuseAbsent, requireExpression } from '../expressions/expressions.ts'
import type { Names } from '../names/names.ts'
import { presenceOfReaders, recordScope } from '../names/scopes.ts'

interface Surroundings {
  readonly draft: Draft
  readonly names: Names
  readonly entities: ReadonlyMap<string, GrowingFacts>
  readonly catalogue: GrowingCatalogue
  readonly found: Diagnostic[]
}

interface ComputedField {
  readonly entity: string
  readonly field: string
  readonly isRequired: boolean
  readonly isStored: boolean
  readonly written: Written
  readonly span: Span
}

export function computedFields(surroundings: Surroundings): ComputedFields {
  leaveOutWhatNeedsAbsentFields(surroundings)
  const fields = everyComputedField(surroundings)
  settleEmptiness(fields, surroundings)
  const computed = new Map<string, { expression: Expression; isStored: boolean }>()
  for (const field of fields) {
    const expression = requireExpression(
      surroundings,
      field.written,
      scopeOf(field, surroundings),
      typeOf(field, surroundings),
    )
    if (expression === null) continue
    if (field.isRequired && expression.isOptional) surroundings.found.push(diagnostic('N310', field.span, field.field))
    if (field.isStored) refuseChanging(expression, surroundings)
    computed.set(`${field.entity}.${field.field}`, { expression, isStored: field.isStored })
  }
  refuseCircles(fields, computed, surroundings)
  return computed
}

/** A computed field that needs a part that is not shown is not shown either, transitively. */
function leaveOutWhatNeedsAbsentFields(surroundings: Surroundings): void {
  const { entities, names, catalogue, found } = surroundings
  const isAnythingOpen =
    [...entities.values()].some(({ absent }) => absent.size > 0) ||
    [...names.constants.values()].some(({ value }) => value === null) ||
    names.lookups.size + names.decisionTables.size > 0
  for (let isChanged = isAnythingOpen; isChanged;) {
    isChanged = false
    for (const field of everyComputedField(surroundings)) {
      const silent = { entities, found: [] as Diagnostic[] }
      const type = typeOf(field, surroundings)
      if (optionalExpression(silent, field.written, scopeOf(field, surroundings), type) !== 'absent') continue
      const before = found.length
      refuseAbsent(surroundings, field.written)
      if (!needsWhatIsNotShown(found, before)) {
        // The cause is another error, which would only be repeated.
        found.length = before
        continue
      }
      const facts = entities.get(field.entity)
      if (facts !== undefined) leaveOut(facts, field.field)
      catalogue.entities.get(field.entity)?.fields.set(field.field, {
        type: { kind: 'unknown' },
        isOptional: false,
        isHidden: false,
      })
      isChanged = true
    }
  }
}

function everyComputedField({ entities }: Surroundings): ComputedField[] {
  return [...entities.values()].flatMap((entity) =>
    [...entity.fields.values()].flatMap(({ field, rules }) =>
      rules.flatMap((rule) =>
        rule.kind === 'computed'
          ? [
              {
                entity: entity.name,
                field: field.name,
                isRequired: field.isRequired,
                isStored: rule.isStored,
                written: rule.expression,
                span: field.span,
              },
            ]
          : [],
      ),
    ),
  )
}

function scopeOf(field: ComputedField, surroundings: Surroundings) {
  return recordScope(surroundings, field.entity, presenceOfReaders(surroundings))
}

function typeOf(field: ComputedField, { catalogue }: Surroundings) {
  return catalogue.entities.get(field.entity)?.fields.get(field.field)?.type ?? null
}

function settleEmptiness(fields: readonly ComputedField[], surroundings: Surroundings): void {
  for (let isChanged = true; isChanged;) {
    isChanged = false
    for (const field of fields) {
      const known = surroundings.catalogue.entities.get(field.entity)?.fields
      const entry = known?.get(field.field)
      if (known === undefined || entry === undefined || entry.isOptional || field.isRequired) continue
      const { expression } = checkExpression(field.written, scopeOf(field, surroundings), null)
      if (expression?.isOptional !== true) continue
      known.set(field.field, { ...entry, isOptional: true })
      isChanged = true
    }
  }
}

function refuseChanging(expression: Expression, { found }: Surroundings): void {
  visit(expression, (part) => {
    if (part.kind === 'variable' && ['now', 'today', 'me'].includes(part.name))
      found.push(diagnostic('N309', part.span, part.name))
    if (part.kind === 'has role') found.push(diagnostic('N309', part.span, 'me'))
  })
}

function refuseCircles(fields: readonly ComputedField[], computed: ComputedFields, { found }: Surroundings): void {
  const reads = new Map<string, Set<string>>()
  for (const [name, { expression }] of computed) {
    const read = new Set<string>()
    visit(expression, (part) => {
      if (part.kind === 'field' && computed.has(`${part.entity}.${part.field}`))
        read.add(`${part.entity}.${part.field}`)
    })
    reads.set(name, read)
  }
  const told = new Set<string>()
  for (const field of fields) {
    const name = `${field.entity}.${field.field}`
    const reached = reachable(name, reads)
    if (!reached.has(name) || told.has(name)) continue
    // Every field of a cycle is computed from itself; the cycle is reported once.
    for (const other of reached) told.add(other)
    found.push(diagnostic('N308', field.span, field.field))
  }
}
