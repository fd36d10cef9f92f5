// Point 5 → draft: rules that a record must keep.

import type { RuleDraft, RuleMomentDraft, ValidationDraft } from '../draft/validation.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../outline/phrase.ts'
import { readBlocks } from './blocks.ts'
import { NAME } from './names.ts'
import { questionLabels } from './questions.ts'
import { expressionIn, expressionOrNull, shown, unreadable, unsupported, type Reading } from './reading.ts'
import type { Section } from './sections.ts'
import { table, unsupportedTable, type Row } from './tables.ts'

export function readValidation(section: Section, reading: Reading): ValidationDraft {
  const rules: RuleDraft[] = []
  const tables = [
    table('Rule | Entity | When | If | Must hold | Otherwise', (row) => {
      const rule = ruleOf(row, reading)
      if (rule !== null) rules.push(rule)
    }),
    unsupportedTable('Rule | Over | Same | Counting only | Holds | Otherwise', 'Rules over several records are'),
  ]
  readBlocks(section.blocks, { tables, labels: questionLabels('validation', reading) }, reading)
  for (const part of section.parts) unsupported(spanOf(part.heading.phrase), 'Decision tables are', reading)
  return { rules }
}

type RuleColumn = 'Rule' | 'Entity' | 'When' | 'If' | 'Must hold' | 'Otherwise'

function ruleOf({ cells, span }: Row<RuleColumn>, reading: Reading): RuleDraft | null {
  const when = momentOf(cells.When, reading)
  const mustHold = shown(cells['Must hold'], 'What must hold', reading)
  const otherwise = shown(cells.Otherwise, 'The code of this rule', reading)
  if (when === null || mustHold === null || otherwise === null) return null
  if (mustHold.text === '')
    return unreadable(mustHold, 'The condition that must hold', 'Write it in backticks.', reading)
  return {
    name: writtenOf(cells.Rule),
    entity: writtenOf(cells.Entity),
    when,
    condition: expressionOrNull(cells.If, 'The condition of this rule', reading),
    mustHold: expressionIn(mustHold, reading),
    otherwise: writtenOf(otherwise),
    span,
  }
}

const FIELD_CHANGES = new RegExp(`^(?<field>${NAME}) changes$`, 'd')
const TRANSITION = /^do (?<transition>.+)$/d

function momentOf(cell: Phrase, reading: Reading): RuleMomentDraft | null {
  const words = shown(cell, 'When this rule applies', reading)
  if (words === null) return null
  const span = spanOf(words)
  switch (words.text) {
    case '':
      return { kind: 'always', span }
    case 'always':
    case 'create':
    case 'change':
    case 'delete':
      return { kind: words.text, span }
  }
  const field = matchPhrase(words, FIELD_CHANGES)
  if (field !== null) return { kind: 'field changes', field: field.written('field'), span }
  const transition = matchPhrase(words, TRANSITION)
  if (transition !== null) return { kind: 'transition', transition: transition.written('transition'), span }
  return unreadable(words, 'a moment', 'Write always, create, change, delete, FIELD changes or do TRANSITION.', reading)
}
