// The word at the head of the sums below a table of a document.

const TOTAL: Readonly<Record<string, string>> = { de: 'Summe', en: 'Total' }

/** English where there is no other one. */
export function totalWord(language: string): string {
  return TOTAL[language.split('-')[0] ?? ''] ?? 'Total'
}
