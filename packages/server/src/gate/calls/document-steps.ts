// Steps with a document of a record: answering and issuing it.

import type { DocumentOf } from '@ninefold/core/model/outside/messages.ts'
import type { DocumentContent } from '../../documents/content.ts'
import type { Work } from '../context/work.ts'
import { documentContent, documentNamed, issueDocument } from '../documents/documents.ts'
import type { CallRun } from './call-run.ts'

type Named = Omit<DocumentOf, 'span'>

export function documentOfStep(run: CallRun, { document, record }: Named): Promise<DocumentContent> {
  return documentContent(workOn(run, record), documentNamed(run.application.model, document))
}

export function issueStep(run: CallRun, { document, record }: Named): Promise<void> {
  return issueDocument(workOn(run, record), documentNamed(run.application.model, document))
}

function workOn(run: CallRun, name: string): Work {
  const { application, caller, transaction, bindings } = run
  return { application, caller, transaction, bindings: { ...bindings, record: run.record(name).record } }
}
