// The product's name for all that records tell those who follow them, in the languages of the product.

import type { SuppliedLanguage } from './supplied-languages.ts'

export const FOLLOWED_IN_WORDS: Readonly<Record<SuppliedLanguage, string>> = {
  en: 'Records that I follow',
  de: 'Datensätze, denen ich folge',
}
