// Formats of text fields → validation of a text. Requests and cells of the text share it.

import type { FieldKind } from './field-types.ts'
import { isRank } from './lists/ranks.ts'

interface TextFormat {
  /** `"soon" is no …` */
  readonly words: string
  readonly fits: (text: string) => boolean
}

export const TEXT_FORMATS = {
  email: {
    words: 'e-mail address',
    fits: (text) => text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text),
  },
  url: {
    words: 'web address',
    fits: (text) => text.length <= 2048 && /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i.test(text),
  },
  phone: { words: 'phone number', fits: (text) => /^\+?[0-9][0-9 ()./-]{2,30}$/.test(text) },
  country: { words: 'country: write two capital letters, such as DE', fits: (text) => /^[A-Z]{2}$/.test(text) },
  language: {
    words: 'language: write it as en or pt-BR',
    fits: (text) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text),
  },
  'time zone': {
    words: 'time zone: write it as Europe/Berlin',
    fits: (text) => /^[A-Za-z_+-]+(\/[A-Za-z0-9_+-]+)*$/.test(text),
  },
  colour: { words: 'colour: write it as #0a7d5c', fits: (text) => /^#[0-9a-fA-F]{6}$/.test(text) },
  rank: { words: 'rank: write digits and small letters, the last one not 0', fits: isRank },
} satisfies Partial<Record<FieldKind, TextFormat>> as Readonly<Record<TextFormatKind, TextFormat>>

export type TextFormatKind = 'email' | 'url' | 'phone' | 'country' | 'language' | 'time zone' | 'colour' | 'rank'

export function textFormatOf(kind: FieldKind): TextFormat | null {
  return Object.hasOwn(TEXT_FORMATS, kind) ? TEXT_FORMATS[kind as TextFormatKind] : null
}
