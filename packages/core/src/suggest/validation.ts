// Point 5: rules, with their errors.

import type { Draft } from '../draft/draft.ts'
import type { EntityDraft, FieldDraft } from '../draft/entities.ts'
import { humanised } from '../model/words.ts'
import { catalogued } from './errors.ts'
import { type Suggestion, table } from './suggestion.ts'
import { fieldsOfKind, isRequired, subjectsOf } from './known-facts.ts'

const QUESTION = 'Validation rules'
const SUGGESTED_MAX = 3

interface Rule {
  readonly name: string
  readonly field: string
  readonly when: string
  readonly holds: string
  readonly code: string
  readonly message: string
}

export function suggestRules(draft: Draft): Suggestion[] {
  const rules = subjectsOf(draft).flatMap((entity) =>
    [...timeRules(entity), ...textRules(entity)].map((rule) => ({ entity: entity.name.text, rule })),
  )
  return rules.slice(0, SUGGESTED_MAX).map(({ entity, rule }) => ({
    title: rule.name,
    note: `Otherwise people read: ${rule.message}`,
    pieces: [
      {
        kind: 'label',
        question: QUESTION,
        text: table(
          ['Rule', 'Entity', 'When', 'If', 'Must hold', 'Otherwise'],
          [[rule.name, entity, rule.when, '', `\`${rule.holds}\``, rule.code]],
        ),
      },
      ...catalogued(draft, { code: rule.code, status: '422', about: rule.field, message: rule.message }),
    ],
  }))
}

function timeRules(entity: EntityDraft): Rule[] {
  return fieldsOfKind(entity, ['date', 'date and time']).map((field) => {
    const { text } = field.name
    const now = field.type?.kind === 'date' ? 'today' : 'now'
    return {
      name: `${humanised(text)} lies ahead`,
      field: text,
      when: 'create',
      holds: orEmpty(field, `${text} >= ${now}`),
      code: `${codeOf(text)}_PASSED`,
      message: 'This lies in the past.',
    }
  })
}

function textRules(entity: EntityDraft): Rule[] {
  return fieldsOfKind(entity, ['text']).map((field) => {
    const { text } = field.name
    return {
      name: `${humanised(text)} says something`,
      field: text,
      when: 'always',
      holds: orEmpty(field, `size(trim(${text})) > 2`),
      code: `${codeOf(text)}_TOO_SHORT`,
      message: 'Please use more than two letters.',
    }
  })
}

function orEmpty(field: FieldDraft, condition: string): string {
  // In a cell a pipe is escaped.
  return isRequired(field) ? condition : `${field.name.text} == null \\|\\| ${condition}`
}

function codeOf(field: string): string {
  return field.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()
}
