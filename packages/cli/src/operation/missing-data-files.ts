// Finds files that the sample data names but that are missing beside the text.

import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Diagnostic, diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'

/** `file`: the specification. */
export async function missingDataFiles(file: string, model: Model): Promise<Diagnostic[]> {
  const missing: Diagnostic[] = []
  for (const { entity, rows } of model.entities.sampleData)
    for (const { values, cells } of rows)
      for (const [name, value] of Object.entries(values)) {
        if (value === null || fieldNamed(entityNamed(model, entity), name).type.kind !== 'file') continue
        for (const path of String(value).split(', ')) {
          if (await isFile(join(dirname(file), path))) continue
          const span = cells[name]?.span ?? { start: 0, end: 0 }
          const found = diagnostic('N315', span, 'no file beside the text', path)
          missing.push(found.withHint('Put the file there, or leave the cell empty.'))
        }
      }
  return missing
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
