// Shared choices → the values and labels of each field, and their mistakes.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { EntityDraft, FieldTypeDraft, SharedChoiceDraft } from '../../draft/entities.ts'
import type { CheckedFieldType, SharedChoice } from '../../model/entities.ts'
import type { ChoiceLabels } from '../../model/field-types.ts'
import type { Written } from '../../text/source.ts'
import { reportAbsence, type Checking, reportedSoFar } from '../checking.ts'
import type { Resolving } from './facts.ts'

export function distinctChoices(values: readonly Written[], found: Diagnostic[]): string[] {
  const first = new Map<string, Written>()
  for (const value of values) {
    const other = first.get(value.text)
    if (other === undefined) first.set(value.text, value)
    else
      found.push(
        diagnostic('N008', value.span, 'one of these choices', value.text).because(other.span, 'First written here.'),
      )
  }
  return [...first.keys()]
}

export function resolveSharedChoice(
  type: FieldTypeDraft & { kind: 'shared choice' },
  resolving: Pick<Resolving, 'names' | 'found'>,
): CheckedFieldType | null {
  const { choices } = resolving.names
  const choice = choices.get(type.name.text)
  if (choice === undefined) {
    resolving.found.push(
      diagnostic('N324', type.name.span, type.name.text)
        .withHint(`Add "### Choice: ${type.name.text}", or write the words here: choice: low, high.`)
        .suggesting(type.name.text, choices.keys()),
    )
    return null
  }
  // Mistakes in its values are reported once, at the choice, and not at each field.
  const values = distinctChoices(valuesOf(choice), [])
  return { kind: type.areSeveral ? 'choices' : 'choice', values, labels: labelsOf(choice) }
}

export function checkSharedChoices(checking: Checking): SharedChoice[] {
  const used = new Set(checking.draft.entities.entities.flatMap(sharedChoicesOf))
  return [...checking.names.choices.values()].map((choice) => {
    const { name } = choice
    // A misspelt name of the choice at a field is the only cause.
    const isMissed = reportedSoFar(checking).some(({ number }) => number === 'N324')
    if (!used.has(name.text) && !isMissed) reportAbsence(checking, name.text, diagnostic('N325', name.span, name.text))
    const values = distinctChoices(valuesOf(choice), checking.found)
    return { name: name.text, values, labels: labelsOf(choice), span: name.span }
  })
}

function sharedChoicesOf({ fields }: EntityDraft): string[] {
  return fields.flatMap(({ type }) => (type?.kind === 'shared choice' ? [type.name.text] : []))
}

function valuesOf({ options }: SharedChoiceDraft): Written[] {
  return options.map(({ value }) => value)
}

function labelsOf({ options }: SharedChoiceDraft): ChoiceLabels {
  return Object.fromEntries(options.flatMap(({ value, label }) => (label === null ? [] : [[value.text, label.text]])))
}
