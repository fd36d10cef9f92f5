// The header `Accept` → the preferred answer of a call (reference/7-calls, An answer that its caller chooses; RFC 9110,
// 12.5.1).

import { partsBetween } from '../../model/steps/media-types.ts'

interface Range {
  readonly type: string
  readonly quality: number
}

/** The first of equally preferred ones. Null: none is acceptable. */
export function wantedOf(offered: readonly string[], accept: string | undefined): string | null {
  const ranges = rangesOf(accept ?? '*/*')
  const rated = offered.map((type) => ({ type, quality: qualityOf(type, ranges) }))
  const best = Math.max(...rated.map(({ quality }) => quality))
  return best === 0 ? null : (rated.find(({ quality }) => quality === best)?.type ?? null)
}

function rangesOf(accept: string): Range[] {
  return partsBetween(',', accept).map((part) => {
    const [type = '', ...parameters] = partsBetween(';', part)
    const quality = parameters.find((each) => each.startsWith('q='))
    const named = [type, ...parameters.filter((each) => each !== quality)].join(';')
    return { type: named, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
}

/** The most specific range wins: `text/csv` before `text/*`, then all types. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [family = ''] = type.split('/')
  const [essence = '', ...parameters] = partsBetween(';', type)
  for (const wanted of [[essence, ...parameters].join(';'), essence, `${family}/*`, '*/*']) {
    const range = ranges.find((each) => each.type === wanted)
    if (range !== undefined) return range.quality
  }
  return 0
}
