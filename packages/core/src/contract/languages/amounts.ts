// An amount of point 9, with English units → the same in German.

const GERMAN_UNITS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  second: ['Sekunde', 'Sekunden'],
  minute: ['Minute', 'Minuten'],
  hour: ['Stunde', 'Stunden'],
  day: ['Tag', 'Tage'],
  week: ['Woche', 'Wochen'],
  month: ['Monat', 'Monate'],
  quarter: ['Quartal', 'Quartale'],
  year: ['Jahr', 'Jahre'],
}

/** `1 hour 30 minutes` → `1 Stunde 30 Minuten`; `0.5` → `0,5`. */
export function amountIn(language: string, text: string): string {
  if (language.split('-')[0] !== 'de') return text
  if (text === 'yes' || text === 'no') return text === 'yes' ? 'ja' : 'nein'
  if (/^-?\d+\.\d+/.test(text)) return text.replace('.', ',')
  return text.replace(/(\d+) ([a-z]+?)(s?)\b/g, (whole, count: string, unit: string) => {
    const words = GERMAN_UNITS[unit]
    return words === undefined ? whole : `${count} ${words[count === '1' ? 0 : 1]}`
  })
}
