// Words of figures, charts and totals: a part of the catalogue, in English.

export const chartWords = {
  averageOf: (label: string) => `Average of ${label}`,
  all: 'All',
  none: 'None',
  nothing: '–',
  more: 'More than before',
  less: 'Less than before',
  before: (amount: string, period: string) => `${amount} in ${period}`,
  quarter: (number: number, year: string) => `Q${number} ${year}`,
  share: (name: string, amount: string, percent: number) => `${name}: ${amount} (${percent}%)`,
  noShare: (name: string, amount: string) => `${name}: ${amount} (below zero, so not a part)`,
  latestOnly: (count: number) => `The latest ${count}; there are earlier ones.`,
  asTable: 'As a table',
  totals: 'Totals',
  showMore: (count: number) => `Show ${count} more`,
}

export type ChartWords = typeof chartWords
