// Two models of a text before and after a renaming → do they say the same, but for the name?

import { addressPart } from '../model/words.ts'

/** Words may differ where the new ones hold the name; everything else is the same, places in the text and translations left out: those follow the words. */
export function hasSameMeaning(before: unknown, after: unknown, name: string): boolean {
  // The model keeps a dotted name in its parts.
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
