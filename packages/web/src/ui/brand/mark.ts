// The mark of an application without a logo: a nine-sided shape of 32 by 32 with the first letter of its name.

export const MARK = { size: 32, letterAt: { x: 16, y: 21 }, letterSize: 15 } as const

export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '9').toUpperCase()
}

export function cornersOfMark(): string {
  return Array.from({ length: 9 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 9
    return `${(16 + 15.5 * Math.sin(angle)).toFixed(2)},${(16 - 15.5 * Math.cos(angle)).toFixed(2)}`
  }).join(' ')
}
