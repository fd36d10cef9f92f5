// The product's name for messages about followed records, in the product's languages.

import type { SuppliedLanguage } from './supplied-languages.ts'

export const FOLLOWED_IN_WORDS: Readonly<Record<SuppliedLanguage, string>> = {
  en: 'Records that I follow',
  de: 'Datensätze, denen ich folge',
}
