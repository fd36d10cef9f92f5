import { expect, it } from 'vitest'
import { mentionParts, stillMentioned, typedMention, withMention } from './mentions.ts'

const at = (text: string, chosen: readonly string[] = []) => typedMention(text, text.length, chosen)

it('finds the name that is being typed before the caret', () => {
  expect(at('@')).toEqual({ start: 0, sought: '' })
  expect(at('Ask @Rob R')).toEqual({ start: 4, sought: 'Rob R' })
  expect(at('(@Zo\u00eb')).toEqual({ start: 1, sought: 'Zo\u00eb' })
  expect(typedMention('Ask @Rob today', 8, [])).toEqual({ start: 4, sought: 'Rob' })
})

it('takes no address, no other line and no chosen name for one', () => {
  for (const text of ['', 'rob@example.test', 'a @ b', '@Rob\nnext', '@@']) expect(at(text), text).toBeNull()
  expect(at('@Rob Rep please look', ['Rob Rep'])).toBeNull()
  expect(at('@Rob Rep', ['Rob Rep'])).toBeNull()
  expect(at('@Rob Re', ['Rob Rep'])).not.toBeNull()
})

it('writes the whole name, with one space behind it', () => {
  const typed = { start: 4, sought: 'ro' }
  expect(withMention('Ask @ro', typed, 'Rob Rep')).toEqual({ text: 'Ask @Rob Rep ', caret: 13 })
  expect(withMention('Ask @ro now', typed, 'Rob Rep')).toEqual({ text: 'Ask @Rob Rep now', caret: 13 })
})

it('keeps those whom the text still names', () => {
  const labels = new Map([
    ['1', 'Rob Rep'],
    ['2', 'Mia Manager'],
  ])
  expect(stillMentioned('@Rob Rep and Mia Manager', ['1', '2', '3'], labels)).toEqual(['1', '3'])
})

it('tells names apart of which one begins with the other', () => {
  const labels = new Map([
    ['1', 'Rob'],
    ['2', 'Rob Rep'],
    ['3', 'Robert (Bob)'],
  ])
  const all = ['1', '2', '3']
  expect(stillMentioned('@Rob Rep, @Robert (Bob)', all, labels)).toEqual(['2', '3'])
  expect(stillMentioned('@Rob, @Robert', all, labels)).toEqual(['1'])
  expect(stillMentioned('@Rob @Rob Rep @Robert (Bob)', all, labels)).toEqual(all)
})

it('marks the names of people who are meant, and nothing like them', () => {
  const marked = (text: string, names: readonly string[]) =>
    mentionParts(text, names).flatMap(({ text: part, isMention }) => (isMention ? [part] : []))
  expect(marked('Ask @Rob Rep, or @Rob.', ['Rob', 'Rob Rep'])).toEqual(['@Rob Rep', '@Rob'])
  expect(marked('@Robert and rob@Rob and @Ann', ['Rob'])).toEqual([])
  expect(marked('(@A+B)', ['A+B'])).toEqual(['@A+B'])
  const text = 'Thanks @Zo\u00eb!'
  expect(mentionParts(text, ['Zo\u00eb']).map((part) => part.text)).toEqual(['Thanks ', '@Zo\u00eb', '!'])
  expect(mentionParts(text, [])).toEqual([{ text, isMention: false }])
})
