// Documents that the user agrees to before anything else.

import { type Agreement, TERMS_PATH, type TermsWords } from '@ninefold/core/contract/wire/account.ts'
import { request } from './query/request.ts'

/** Agrees to exactly the versions that were shown. */
export async function agreeTo(documents: readonly TermsWords[]): Promise<void> {
  const body: Agreement = { versions: documents.map(({ version }) => version) }
  await request('POST', TERMS_PATH, { body })
}
