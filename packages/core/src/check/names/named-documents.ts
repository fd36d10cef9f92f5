// `Invoice of order` → a document, and a record in scope that it belongs to.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { DocumentOfDraft } from '../../draft/screens.ts'
import type { Scope } from '../../expression/expression.ts'
import { typeInWords } from '../../expression/value-types.ts'
import type { DocumentOf } from '../../model/outside/messages.ts'
import { withArticle } from '../../text/article.ts'
import { report, type Checking } from '../checking.ts'
import { resolveDocument } from './resolve.ts'

export function checkDocumentOf(
  checking: Checking,
  { document: written, record }: DocumentOfDraft,
  { variables }: Scope,
): (DocumentOf & { readonly entity: string }) | null {
  const document = resolveDocument(checking, written)
  if (document === null) return null
  const variable = variables.get(record.text)
  const names = [...variables].flatMap(([name, { type, isOptional }]) =>
    type.kind === 'record' && type.entity === document.entity.text && !isOptional ? [name] : [],
  )
  if (variable === undefined)
    return report(checking, diagnostic('N051', record.span, record.text).suggesting(record.text, names))
  const { type, isOptional } = variable
  if (type.kind === 'unknown') return null
  if (type.kind !== 'record' || type.entity !== document.entity.text) {
    const wanted = `"${written.text}" is a document of ${withArticle(document.entity.text)}`
    return report(checking, diagnostic('N236', record.span, 'other type', wanted, record.text, typeInWords(type)))
  }
  if (isOptional) {
    return report(checking, diagnostic('N236', record.span, 'perhaps no record', record.text))
  }
  checking.names.recorder.use('variable', record)
  return { document: written.text, record: record.text, entity: type.entity, span: written.span }
}
