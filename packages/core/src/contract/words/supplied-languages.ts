// Languages in which the product has words of its own.

import type { Model } from '../../model/model.ts'

export type SuppliedLanguage = 'en' | 'de'

/** `de-AT` → `de`; null: the product has no words in it. */
export function suppliedIn(tag: string): SuppliedLanguage | null {
  const [language] = tag.toLowerCase().split('-')
  return language === 'en' || language === 'de' ? language : null
}

/** The product's language beside words of the text: the text's own where the product speaks it. */
export function languageOfText({ limits }: Pick<Model, 'limits'>): SuppliedLanguage {
  return suppliedIn(limits.language) ?? 'en'
}
