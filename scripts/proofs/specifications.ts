// Which specifications are asked when a promise is proven over all of them: the examples, and what the server's tests are
// written in, as far as it stands for itself.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../packages/core/src/compile.ts'
import type { Model } from '../../packages/core/src/model/model.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export interface Specification {
  readonly name: string
  readonly text: string
  readonly model: Model
}

export function specifications(): Specification[] {
  const examples = join(ROOT, 'examples')
  const forms = join(ROOT, 'packages', 'server', 'src', 'testing')
  const files = [
    ...readdirSync(examples).map((name) => ({ name, file: join(examples, name, 'app.md') })),
    ...['every-form', 'several-records', 'clockwork'].map((name) => ({ name, file: join(forms, `${name}.md`) })),
  ]
  return files.map(({ name, file }) => {
    const text = readFileSync(file, 'utf8')
    const { model } = compile(text)
    if (model === null) throw new Error(`${name} has errors.`)
    return { name, text, model }
  })
}
