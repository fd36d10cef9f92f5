// A number of bytes → what a person reads: `10485760` is `10 MB`. Sizes count in steps of 1024, as the text does.

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

export function sizeInWords(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1]
  const rounded = size >= 10 || unit === 0 ? Math.round(size) : Math.round(size * 10) / 10
  return `${rounded} ${bytes === 1 ? 'byte' : UNITS[unit]}`
}
