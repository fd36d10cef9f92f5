import { expect, it } from 'vitest'
import type { App } from '@ninefold/core/contract/wire/app.ts'
import { refusalInWords } from './refusal-in-words.ts'

const app = {
  refusals: { 'too big': '{field} is between {min} and {max}.', 'too long': 'At most {limit}.' },
  suppliedRefusals: { 'too big': 'At most {limit}, please.' },
} as unknown as Pick<App, 'refusals' | 'suppliedRefusals'>

it('names both limits, and says the words of the product where the input has only one', () => {
  expect(refusalInWords(app, 'too big', { field: 'Age', limit: '99', bounds: { min: 18, max: 99 } })).toBe(
    'Age is between 18 and 99.',
  )
  // A file has no least size.
  expect(refusalInWords(app, 'too big', { field: 'Photo', limit: '5 MB' })).toBe('At most 5 MB, please.')
  expect(refusalInWords(app, 'too long', { field: 'Name', limit: '80' })).toBe('At most 80.')
})
