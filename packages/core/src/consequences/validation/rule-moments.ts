// Rules of point 5 that nothing can break: about fields that never change, or at moments that never occur. And codes
// shared by several rules.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Field } from '../../model/entities.ts'
import type { Rule } from '../../model/validation.ts'
import type { Considering } from '../considering.ts'
import { mustHoldOf } from './rules.ts'
import { writtenFields } from '../written-fields.ts'
import { withArticle } from '../../text/article.ts'

export function warnAboutRuleMoments(of: Considering, sound: readonly Rule[]): void {
  const written = writtenFields(of)
  for (const rule of of.model.validation.rules) warnAboutRule(of, rule, written, sound.includes(rule))
  noteSharedCodes(of)
}

function warnAboutRule(of: Considering, rule: Rule, written: ReadonlySet<string>, isSound: boolean): void {
  const { when, entity } = rule
  const draft = of.checking.draft.validation.rules.find(({ name }) => name.span === rule.span)
  if (when.kind === 'field changes') {
    const field = of.fields.get(entity)?.get(when.field)
    const place = draft?.when.kind === 'field changes' ? draft.when.field.span : rule.span
    if (field === undefined || field.computed !== null || field.type.kind === 'state') return
    if (field.isSetOnce)
      of.found.push(
        diagnostic('N508', place, when.field)
          .because(field.span, 'It is set once.')
          .withHint('Say "create": that is when it is set.'),
      )
    else if (!isWritten(field, entity, written))
      of.found.push(
        diagnostic('N508', place, when.field)
          .because(field.span, 'It is declared here.')
          .withHint('No permission, transition or step ever changes it.'),
      )
    return
  }
  if (!isSound) return
  if (when.kind !== 'always' && when.kind !== 'create' && when.kind !== 'change') return
  const fields = fieldsOnly(of, rule)
  if (fields === null || fields.length === 0 || fields.some((field) => isWritten(field, entity, written))) return
  const [field] = fields
  of.found.push(
    diagnostic('N507', mustHoldOf(of, rule), rule.name).because(
      field?.span ?? rule.span,
      'Nobody ever gives or changes it.',
    ),
  )
}

/** The record's own stored fields of a rule; null if it depends on anything else. */
function fieldsOnly(of: Considering, rule: Rule): Field[] | null {
  const fields: Field[] = []
  let isMore = false
  const see = (part: Expression): void => {
    if (part.kind === 'variable') isMore ||= part.name !== 'this'
    else if (part.kind === 'has role' || part.kind === 'records' || part.kind === 'comprehension') isMore = true
    else if (part.kind === 'field') {
      const field = part.of.kind === 'variable' ? of.fields.get(part.entity)?.get(part.field) : undefined
      if (
        field === undefined ||
        field.computed !== null ||
        field.type.kind === 'collection' ||
        field.type.kind === 'reference'
      )
        isMore = true
      else fields.push(field)
    }
  }
  visit(rule.holds, see)
  if (rule.condition !== null) visit(rule.condition, see)
  return isMore ? null : fields
}

function isWritten(field: Field, entity: string, written: ReadonlySet<string>): boolean {
  return field.type.kind === 'state' || field.default !== null || written.has(`${entity}.${field.name}`)
}

/** N511: a reader of the code cannot tell which rule was broken. Reported once per code. */
function noteSharedCodes(of: Considering): void {
  const first = new Map<string, Rule>()
  const told = new Set<string>()
  for (const rule of of.model.validation.rules) {
    const earlier = first.get(rule.otherwise)
    if (earlier === undefined) first.set(rule.otherwise, rule)
    else if (earlier.entity !== rule.entity && !told.has(rule.otherwise)) {
      told.add(rule.otherwise)
      const drafts = of.checking.draft.validation.rules
      const place = (other: Rule) => drafts.find(({ name }) => name.span === other.span)?.otherwise.span ?? other.span
      of.found.push(
        diagnostic('N511', place(rule), rule.otherwise, earlier.name).because(
          place(earlier),
          `For ${withArticle(earlier.entity)}.`,
        ),
      )
    }
  }
}
