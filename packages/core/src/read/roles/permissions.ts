// A row of `Who | May | Entity | Only where | Fields` → draft.

import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { FieldSelectionDraft, PerformerDraft, PermissionAction, PermissionDraft } from '../../draft/roles.ts'
import { matchPhrase, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { fieldOfEntity, NAME } from '../names.ts'
import { expressionIn, isNothing, namesIn, shown, unreadable, type Reading } from '../reading.ts'
import { ACTIONS as SYNONYMS, meantBy } from '../synonyms.ts'
import type { Row } from '../expected.ts'

const ACTIONS: readonly PermissionAction[] = [
  'see',
  'create',
  'change',
  'delete',
  'give roles',
  'invite',
  'suspend',
  'forget',
  'add',
  'remove',
]

type PermissionColumn = 'Who' | 'May' | 'Entity' | 'Only where' | 'Fields'

/**
 * A permission with an unknown or invalid part grants nothing. A prohibition with an unknown condition or field forbids
 * everything.
 */
export function permissionOf(
  { cells, span }: Row<PermissionColumn>,
  declared: ReadonlySet<string>,
  reading: Reading,
): PermissionDraft | null {
  const who = performerOf(cells.Who, declared, reading)
  const may = actionsOf(cells.May, reading)
  const words = shown(cells.Entity, 'The entity of this permission', reading)
  const isForbidden = who?.kind === 'nobody'
  const only = onlyWhereOf(cells['Only where'], reading) ?? (isForbidden ? EVERYWHERE : null)
  const fields = fieldsOf(cells.Fields, reading) ?? (isForbidden ? ({ kind: 'unstated' } as const) : null)
  if (who === null || may === null || words === null || only === null || fields === null) return null
  if (words.text === '')
    return unreadable(words, 'The entity of this permission', 'Write the name of an entity.', reading)
  const related = fieldOfEntity(words)
  return {
    who,
    may,
    entity: related?.entity ?? writtenOf(words),
    relation: related?.field ?? null,
    ...only,
    fields,
    span,
  }
}

const ROLE_OF = new RegExp(`^(?<role>.+) of (?<field>${NAME})$`, 'd')

function performerOf(cell: Phrase, declared: ReadonlySet<string>, reading: Reading): PerformerDraft | null {
  const words = shown(cell, 'The role of this permission', reading)
  if (words === null) return null
  const span = spanOf(words)
  if (words.text === '') return unreadable(words, 'The role', 'Write a role, ROLE of FIELD, or Nobody.', reading)
  if (words.text === 'Nobody') return { kind: 'nobody', span }
  const related = declared.has(words.text) ? null : matchPhrase(words, ROLE_OF)
  return related === null
    ? { kind: 'role', role: writtenOf(words), span }
    : { kind: 'role of', role: related.written('role'), field: related.written('field'), span }
}

function actionsOf(cell: Phrase, reading: Reading): PermissionDraft['may'] | null {
  const words = shown(cell, 'The action of this permission', reading)
  if (words === null) return null
  const may = splitPhrase(words, ',').flatMap((part) => {
    const action = ACTIONS.find((each) => each === part.text)
    if (action !== undefined) return [{ action, span: spanOf(part) }]
    const message: Sentence<'N011'> = part.text === '' ? ['missing right'] : ['no right', writtenOf(part).text]
    reading.found.push(
      diagnostic('N011', spanOf(part), ...message)
        .withHint(`Write ${ACTIONS.join(', ')}; transitions take their permission from point 4.`)
        .suggesting(part.text, ACTIONS)
        .meaning(meantBy(SYNONYMS, part.text)[0]),
    )
    // A misspelling is read as the intended words, to avoid further errors.
    const meant = meantBy(SYNONYMS, part.text).flatMap((words) => words.split(', '))
    return ACTIONS.flatMap((each) => (meant.includes(each) ? [{ action: each, span: spanOf(part) }] : []))
  })
  return may.length === 0 ? null : may
}

type Where = Pick<PermissionDraft, 'onlyWhere' | 'mayHandOver' | 'inEveryTenant'>

const EVERYWHERE = { onlyWhere: null, mayHandOver: false, inEveryTenant: null }
const ONLY_WHERE =
  /^(?:(?<condition>`)(?:, (?<also>may hand over))?(?:, (?<every>in every tenant))?|(?<alone>may hand over)|(?<each>in every tenant))$/d

function onlyWhereOf(cell: Phrase, reading: Reading): Where | null {
  const words = shown(cell, 'The condition of this permission', reading)
  if (words === null) return null
  if (words.text === '' || isNothing(words)) return EVERYWHERE
  const match = matchPhrase(words, ONLY_WHERE)
  if (match !== null)
    return {
      onlyWhere: match.writtenOrNull('condition'),
      mayHandOver: match.has('also') || match.has('alone'),
      inEveryTenant: (match.writtenOrNull('every') ?? match.writtenOrNull('each'))?.span ?? null,
    }
  if (words.text.startsWith('same as ')) {
    reading.found.push(diagnostic('N013', spanOf(words), 'permission that follows'))
    return null
  }
  if (words.codes.length === 0) return { ...EVERYWHERE, onlyWhere: expressionIn(words, reading) }
  return unreadable(words, 'a condition', 'Write an expression in backticks; `, may hand over` may follow it.', reading)
}

const ALL = /^all(?: except (?<except>.+))?$/d

function fieldsOf(cell: Phrase, reading: Reading): FieldSelectionDraft | null {
  if (cell.text === '') return { kind: 'unstated' }
  const words = shown(cell, 'The fields of this permission', reading)
  if (words === null) return null
  if (isNothing(words)) return { kind: 'only', fields: [] }
  if (!/^[\w.,` -]*$/.test(writtenOf(words).text))
    return unreadable(words, 'fields', 'Name fields; a condition stands under "Only where".', reading)
  const all = matchPhrase(words, ALL)
  if (all !== null) return { kind: 'all', except: all.has('except') ? namesIn(all.phrase('except'), reading) : [] }
  if (words.text.startsWith('all '))
    return unreadable(words, 'fields', 'Write all, all except FIELDS, or a list of fields.', reading)
  return { kind: 'only', fields: namesIn(words, reading) }
}
