// A number of bytes → a text for people: `10485760` is `10 MB`. Multiples of 1024, as in specifications.

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

export function sizeInWords(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1]
  const rounded = size >= 10 || unit === 0 ? Math.round(size) : Math.round(size * 10) / 10
  return `${rounded} ${bytes === 1 ? 'byte' : UNITS[unit]}`
}
