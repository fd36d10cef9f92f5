// Words of figures, charts and totals: a part of the catalogue, in German.

import type { ChartWords } from './words-charts.ts'

export const germanChartWords = {
  averageOf: (label: string) => `Durchschnitt von ${label}`,
  all: 'Alle',
  none: 'Nichts',
  nothing: '–',
  more: 'Mehr als davor',
  less: 'Weniger als davor',
  before: (amount: string, period: string) => `${amount} in ${period}`,
  quarter: (number: number, year: string) => `${number}. Quartal ${year}`,
  share: (name: string, amount: string, percent: number) => `${name}: ${amount} (${percent} %)`,
  noShare: (name: string, amount: string) => `${name}: ${amount} (unter null, daher kein Teil)`,
  latestOnly: (count: number) => `Die letzten ${count}; es gibt frühere.`,
  asTable: 'Als Tabelle',
  totals: 'Summen',
  showMore: (count: number) => `${count} weitere zeigen`,
} satisfies ChartWords
