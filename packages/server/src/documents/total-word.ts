// The heading of the sums below a table of a document.

const TOTAL: Readonly<Record<string, string>> = { de: 'Summe', en: 'Total' }

/** English for other languages. */
export function totalWord(language: string): string {
  return TOTAL[language.split('-')[0] ?? ''] ?? 'Total'
}
