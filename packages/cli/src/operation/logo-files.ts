// The setting "Logo" of point 9 → the pictures beside the text, or the problem with them.

import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LOGO_BYTES_MAX } from '@ninefold/core/contract/wire/brand.ts'
import { type Diagnostic, diagnostic, type Sentence } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { logoPicture } from '@ninefold/server/api/screens/logo.ts'
import type { Logo, LogoPicture } from '@ninefold/server/gate/context/logo.ts'

export interface LogoFiles {
  /** To be spread into an application; empty without a logo. */
  readonly shown: { readonly logo?: Logo }
  readonly problem: Diagnostic | null
}

const HINT = 'Put an SVG, PNG, JPEG or WebP picture there, or write none.'

/** `file`: the specification. */
export async function readLogoFiles(file: string, { limits }: Pick<Model, 'limits'>): Promise<LogoFiles> {
  const { logo } = limits
  if (logo === null) return { shown: {}, problem: null }
  const light = await pictureIn(dirname(file), logo.file)
  const dark = logo.inDark === null ? light : await pictureIn(dirname(file), logo.inDark)
  const told = (problem: Problem): LogoFiles => ({
    shown: {},
    problem: diagnostic('N910', logo.span, ...problem).withHint(HINT),
  })
  if (isProblem(light)) return told(light)
  return isProblem(dark) ? told(dark) : { shown: { logo: { light, dark } }, problem: null }
}

type Problem = Sentence<'N910'>

function isProblem(found: LogoPicture | Problem): found is Problem {
  return Array.isArray(found)
}

async function pictureIn(folder: string, name: string): Promise<LogoPicture | Problem> {
  try {
    const path = join(folder, name)
    const { size } = await stat(path)
    if (size > LOGO_BYTES_MAX) return ['too large', name, String(Math.ceil(size / 1024)), String(LOGO_BYTES_MAX / 1024)]
    return (await logoPicture(await readFile(path))) ?? ['no picture of browsers', name]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ['no file', name]
    return ['unreadable', name, error instanceof Error ? error.message : String(error)]
  }
}

export function keyOfLogo({ shown: { logo }, problem }: LogoFiles): string {
  return JSON.stringify([logo?.light.version, logo?.dark.version, problem?.message])
}
