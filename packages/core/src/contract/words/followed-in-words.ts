// The product's name for all that records tell those who follow them, in the languages of the product.

import type { RefusalLanguage } from './refusal-language.ts'

export const FOLLOWED_IN_WORDS: Readonly<Record<RefusalLanguage, string>> = {
  en: 'Records that I follow',
  de: 'Datensätze, denen ich folge',
}
