import { expect, it } from 'vitest'
import { sizeInWords } from './sizes.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [10_485_760, '10 MB'],
  [3 * 1024 ** 3, '3 GB'],
  [5 * 1024 ** 4, '5120 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})
