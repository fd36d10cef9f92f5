// Two models before and after a rename → whether they are equal apart from the name.

import { addressPart } from '../model/words.ts'

/**
 * Texts may differ where the new ones contain the name; everything else must be equal, except positions and
 * translations, which follow the words.
 */
export function hasSameMeaning(before: unknown, after: unknown, name: string): boolean {
  // The model stores a dotted name in parts.
  const words = [...name.split('.'), addressPart(name)].map((word) => word.toLowerCase())
  const isRenamed = (text: string): boolean => words.some((word) => text.toLowerCase().includes(word))
  const isSame = (a: unknown, b: unknown): boolean => {
    if (typeof a === 'string' && typeof b === 'string') return a === b || isRenamed(b)
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
    const [own, other] = [entriesOf(a), entriesOf(b)]
    return (
      own.length === other.length &&
      own.every(([key, value], index) => {
        const [otherKey = '', otherValue] = other[index] ?? []
        return (key === otherKey || isRenamed(otherKey)) && isSame(value, otherValue)
      })
    )
  }
  return isSame(before, after)
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([key]) => key !== 'span' && key !== 'translations')
}
