import { expect, it } from 'vitest'
import { namesInShort } from './names-in-short.ts'

it('keeps whole names, and says that there are more', () => {
  expect(namesInShort([], 20)).toBe('')
  expect(namesInShort(['Subject'], 5)).toBe('Subject')
  expect(namesInShort(['Name', 'Website'], 20)).toBe('Name, Website')
  expect(namesInShort(['Number', 'Subject', 'Body'], 20)).toBe('Number, Subject, …')
  expect(namesInShort(['Number', 'Subject', 'Text'], 21)).toBe('Number, Subject, Text')
})
