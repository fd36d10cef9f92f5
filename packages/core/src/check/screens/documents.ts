// Draft documents → checked documents: pages about one record, with words and tables of its values.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ColumnDraft, DocumentBlockDraft, DocumentDraft, DocumentListDraft } from '../../draft/screens.ts'
import type { Scope } from '../../expression/expression.ts'
import type { Column, Document, DocumentBlock, DocumentList } from '../../model/screens.ts'
import type { Written } from '../../text/source.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { checkTemplate } from '../expressions/templates.ts'
import { resolveEntity, resolveField } from '../names/resolve.ts'
import { recordScope } from '../names/scopes.ts'
import { checkSorting } from '../sort-keys.ts'
import { wordsOf } from './blocks.ts'
import { checkColumns } from './columns.ts'
import { checkTotals } from './list-forms.ts'

/** Languages whose script the document font lacks. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  am: 'Amharic',
  ar: 'Arabic',
  bn: 'Bengali',
  fa: 'Persian',
  he: 'Hebrew',
  hi: 'Hindi',
  hy: 'Armenian',
  ja: 'Japanese',
  ka: 'Georgian',
  km: 'Khmer',
  ko: 'Korean',
  ta: 'Tamil',
  th: 'Thai',
  ur: 'Urdu',
  zh: 'Chinese',
}

export function checkDocuments(checking: Checking): Document[] {
  return [...checking.names.documents.values()].flatMap((draft) => checkDocument(checking, draft) ?? [])
}

function checkDocument(checking: Checking, draft: DocumentDraft): Document | null {
  const entity = resolveEntity(checking, draft.entity)
  if (entity === null) return null
  refuseOtherLetters(checking, draft)
  // All readers see the same document, so `me` is not in scope.
  const scope = recordScope(checking, entity.name, 'never')
  if (draft.blocks.length === 0)
    report(checking, diagnostic('N007', draft.name.span, `What "${draft.name.text}" shows`))
  return {
    name: draft.name.text,
    entity: entity.name,
    title: draft.title === null ? null : checkTemplate(checking, draft.title, scope),
    page: draft.page === null ? null : { size: draft.page.size, isLandscape: draft.page.isLandscape },
    blocks: draft.blocks.flatMap((block) => checkBlock(checking, entity, scope, block) ?? []),
    span: draft.name.span,
  }
}

function refuseOtherLetters(checking: Checking, { name }: DocumentDraft): void {
  const language = checking.draft.limits.settings.find((setting) => setting.name.text === 'Language')?.value?.text
  const other = OTHER_LETTERS[language?.split('-')[0]?.toLowerCase() ?? '']
  if (other !== undefined) report(checking, diagnostic('N013', name.span, 'document in a language', other))
}

function checkBlock(
  checking: Checking,
  entity: EntityFacts,
  scope: Scope,
  draft: DocumentBlockDraft,
): DocumentBlock | null {
  const { span } = draft
  if (draft.kind === 'text') return { kind: 'text', text: checkTemplate(checking, draft.text, scope), span }
  const title = draft.title?.text ?? null
  if (draft.kind === 'fields')
    return { kind: 'fields', title, columns: checkShown(checking, entity, draft.columns), span }
  const list = checkList(checking, entity, draft)
  return list === null ? null : { ...list, title, span }
}

function checkList(
  checking: Checking,
  owner: EntityFacts,
  draft: DocumentListDraft,
): Omit<DocumentList, 'title' | 'span'> | null {
  const { relation, where, sortedBy } = draft
  const field = resolveField(checking, owner, relation)
  if (field === null) return null
  const { type } = field.field
  if (type.kind !== 'collection')
    return report(checking, diagnostic('N011', relation.span, 'no list of records', relation.text))
  const entity = checking.entities.get(type.entity)
  if (entity === undefined) return null
  const condition =
    where === null
      ? null
      : requireExpression(checking, where, recordScope(checking, entity.name, 'never'), { kind: 'boolean' })
  if (!draft.hasColumns)
    report(checking, diagnostic('N007', relation.span, `The list of fields of each ${entity.name}`))
  const columns = checkShown(checking, entity, draft.columns)
  return {
    kind: 'list',
    relation: relation.text,
    entity: entity.name,
    where: condition,
    sortedBy: checkSorting(checking, entity, sortedBy),
    columns,
    totals: checkTotalsBelow(checking, entity, columns, draft.totals),
    whenEmpty: wordsOf(draft.whenEmpty),
  }
}

/** A sum belongs to the column of its field. */
function checkTotalsBelow(
  checking: Checking,
  entity: EntityFacts,
  columns: readonly Column[],
  drafts: readonly Written[],
): string[] {
  const sums = checkTotals(checking, entity, drafts)
  for (const written of drafts) {
    const isShown = columns.some(({ path }) => path.join('.') === written.text)
    if (isShown || !sums.includes(written.text)) continue
    const hint = `Name ${written.text} in the line "Columns".`
    report(checking, diagnostic('N236', written.span, 'no column', written.text).withHint(hint))
  }
  return sums
}

/** Documents do not show secrets, and print texts unformatted. */
function checkShown(checking: Checking, entity: EntityFacts, drafts: readonly ColumnDraft[]): Column[] {
  for (const { formatted, button } of drafts) {
    if (formatted !== null)
      report(checking, diagnostic('N011', formatted, 'plain document text').withHint('Leave out "as formatted text".'))
    if (button !== null) report(checking, diagnostic('N011', button, 'button on paper').withHint('Leave out "button".'))
  }
  return checkColumns(checking, entity, drafts).filter((column) => {
    if (column.type.kind !== 'secret text') return true
    report(checking, diagnostic('N236', column.span, 'secret', column.path.join('.')).withHint('Leave it out.'))
    return false
  })
}

/** N238: a document without a use is probably a mistake. */
export function warnAboutUnusedDocuments(checking: Checking): void {
  for (const { name } of checking.names.documents.values())
    if (!checking.documentsUsed.has(name.text))
      reportAbsence(checking, name.text, diagnostic('N238', name.span, name.text))
}
