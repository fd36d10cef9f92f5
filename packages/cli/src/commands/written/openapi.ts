// `ninefold openapi FILE`: prints the OpenAPI 3.1 document of a specification's calls, as JSON.

import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { modelOf } from '../../model-of.ts'
import { revisionOf } from '../../pipeline.ts'
import { readNamedSpecification } from '../../specification-of.ts'

export async function openapi(file: string): Promise<void> {
  const source = await readNamedSpecification(file)
  const document = openApiDocument(modelOf(source, 'described'), revisionOf(source.text))
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
}
