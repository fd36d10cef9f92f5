// The setting "Logo" of point 9 → the pictures beside the text, or what is wrong with them.

import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LOGO_BYTES_MAX } from '@ninefold/core/contract/wire/brand.ts'
import { type Diagnostic, diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { logoPicture } from '@ninefold/server/api/screens/logo.ts'
import type { Logo, LogoPicture } from '@ninefold/server/gate/context/logo.ts'

export interface LogoBeside {
  /** To be spread into an application; nothing where there is none. */
  readonly shown: { readonly logo?: Logo }
  readonly problem: Diagnostic | null
}

const HINT = 'Put an SVG, PNG, JPEG or WebP picture there, or write none.'

/** `file`: where the text is. */
export async function logoBeside(file: string, { limits }: Pick<Model, 'limits'>): Promise<LogoBeside> {
  const { logo } = limits
  if (logo === null) return { shown: {}, problem: null }
  const light = await pictureIn(dirname(file), logo.file)
  const dark = logo.inDark === null ? light : await pictureIn(dirname(file), logo.inDark)
  const why = [light, dark].find((each) => typeof each === 'string')
  if (typeof light !== 'string' && typeof dark !== 'string') return { shown: { logo: { light, dark } }, problem: null }
  return { shown: {}, problem: diagnostic('N910', logo.span, why as string).withHint(HINT) }
}

/** A sentence: why there is none. */
async function pictureIn(folder: string, name: string): Promise<LogoPicture | string> {
  try {
    const path = join(folder, name)
    const { size } = await stat(path)
    if (size > LOGO_BYTES_MAX)
      return `"${name}" has ${Math.ceil(size / 1024)} KB, and a logo has at most ${LOGO_BYTES_MAX / 1024} KB.`
    return (await logoPicture(await readFile(path))) ?? `"${name}" holds no picture that browsers show.`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `There is no file "${name}" beside this text.`
    return `"${name}" can't be read: ${error instanceof Error ? error.message : String(error)}.`
  }
}

export function keyOfLogo({ shown: { logo }, problem }: LogoBeside): string {
  return JSON.stringify([logo?.light.version, logo?.dark.version, problem?.message])
}
