// `ninefold client FILE`: generates a TypeScript client of the specification's calls, in a file or on standard output.

import { writeFile } from 'node:fs/promises'
import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { typedClient } from '@ninefold/core/contract/typed-client/typed-client.ts'
import { modelOf } from '../model-of.ts'
import { revisionOf } from '../pipeline.ts'
import { readNamedSpecification } from '../specification-of.ts'
import { Stop } from '../terminal/exit.ts'

export async function client(file: string, { out }: { readonly out?: string }): Promise<void> {
  const source = await readNamedSpecification(file)
  const text = typedClient(openApiDocument(modelOf(source, 'described'), revisionOf(source.text)))
  if (out === undefined) process.stdout.write(text)
  else
    await writeFile(out, text).catch((error: unknown) => {
      throw new Stop(`${out} can't be written: ${error instanceof Error ? error.message : String(error)}.`)
    })
}
