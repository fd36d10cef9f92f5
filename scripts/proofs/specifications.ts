// The specifications over which a promise is proven: the examples, and those of the server's tests as far as they are
// complete.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../packages/core/src/compile.ts'
import type { Model } from '../../packages/core/src/model/model.ts'
import { STUDIOS_BY_HOST, STUDIOS_BY_PATH } from '../../packages/server/src/testing/texts/studios-by-address.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export interface Specification {
  readonly name: string
  readonly text: string
  readonly model: Model
}

interface File {
  readonly name: string
  readonly file: string
}

export function specifications(): Specification[] {
  return [...examples(), ...['every-form', 'several-records', 'clockwork'].map(ofServer)].map(specification)
}

/** The same, and applications with tenants, by choice, by host and by path. */
export function specificationsWithTenants(): Specification[] {
  return [...specifications(), specification(ofServer('workshops')), ...specificationsOfAddresses()]
}

/** Specifications in which some caller may not see everything. */
export function specificationsWithSecrets(): Specification[] {
  const file = join(ROOT, 'packages', 'cli', 'src', 'testing', 'worlds', 'much-to-hide.md')
  return [...examples(), ...['every-form', 'workshops'].map(ofServer), { name: 'much-to-hide', file }].map(
    specification,
  )
}

function examples(): File[] {
  const folder = join(ROOT, 'examples')
  return readdirSync(folder).map((name) => ({ name, file: join(folder, name, 'app.md') }))
}

function ofServer(name: string): File {
  return { name, file: join(ROOT, 'packages', 'server', 'src', 'testing', 'texts', `${name}.md`) }
}

/** Users have roles in several tenants, and are at the host or the path of one. */
export function specificationsOfAddresses(): Specification[] {
  return [compiled('studios by host', STUDIOS_BY_HOST), compiled('studios by path', STUDIOS_BY_PATH)]
}

function specification({ name, file }: File): Specification {
  return compiled(name, readFileSync(file, 'utf8'))
}

function compiled(name: string, text: string): Specification {
  const { model } = compile(text)
  if (model === null) throw new Error(`${name} has errors.`)
  return { name, text, model }
}
