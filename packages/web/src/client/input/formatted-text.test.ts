import { expect, it } from 'vitest'
import { type Drawn, formattedText, plainText } from './formatted-text.ts'

function only(text: string): Drawn {
  const [paragraph, ...more] = formattedText(text)
  expect(more).toEqual([])
  if (paragraph?.kind !== 'paragraph' || paragraph.children.length !== 1) throw new Error(JSON.stringify(paragraph))
  return paragraph.children[0] as Drawn
}

const ID = '12345678-0000-4000-8000-000000000001'

it('leads to web addresses and e-mail, and nowhere else', () => {
  for (const url of ['https://x.example/a?b#c', 'http://x.example/', 'mailto:a@x.example'])
    expect(only(`[x](${url})`)).toEqual({ kind: 'link', address: url, children: [{ kind: 'text', text: 'x' }] })
  for (const url of ['javascript:x', 'data:text/html,x', '/posts/1', '//x.example', 'x.html', '#a', 'ftp://x.example'])
    expect(only(`[x](${url})`)).toEqual({ kind: 'text', text: 'x' })
  expect(only('https://x.example')).toMatchObject({ kind: 'link', address: 'https://x.example/' })
})

it('markup of its own is a text like any other', () => {
  expect(formattedText('<b onclick="x">')).toEqual([{ kind: 'text', text: '<b onclick="x">' }])
  expect(plainText('a <i>b</i>')).toBe('a <i>b</i>')
})

it('shows pictures of the application, and leads to those of other sites', () => {
  const own = `/_ninefold/files/${ID}`
  expect(only(`![x](${own})`)).toEqual({ kind: 'picture', address: own, text: 'x' })
  expect(only(`![x](${own}/medium)`)).toMatchObject({ kind: 'picture' })
  expect(only('![x](https://x.example/a.png)')).toMatchObject({ kind: 'link' })
  for (const url of [`${own}/../../session`, `${own}?x`, `/_ninefold/session`, `https://x.example${own}`])
    expect(only(`![x](${url})`)).not.toMatchObject({ kind: 'picture' })
})

it('what it refers to is found, and what is nowhere is a text', () => {
  expect(formattedText('[x][1] ![y][1]\n\n[1]: https://x.example/')).toMatchObject([
    { children: [{ kind: 'link' }, { kind: 'text' }, { kind: 'link', children: [{ text: 'y' }] }] },
  ])
  expect(plainText('[x][2]')).toBe('[x][2]')
})

it('in one line there are only its words', () => {
  expect(plainText('# A\n\n- **b**\n- [c](https://x.example)\n\n| d |\n| - |\n| `e` |')).toBe('A b c d e')
})

it('what would keep a browser busy is shown as it was written', () => {
  for (const text of ['a'.repeat(50_001), '**a'.repeat(3000), '>'.repeat(5000), '['.repeat(5000)])
    expect(formattedText(text)).toEqual([{ kind: 'paragraph', children: [{ kind: 'text', text }] }])
  const deep = `${'> '.repeat(200)}deep`
  expect(plainText(deep)).toBe('deep')
  expect(JSON.stringify(formattedText(deep)).match(/quote/g)?.length).toBe(21)
  expect(plainText('*'.repeat(40) + 'a' + '*'.repeat(40))).toContain('a')
})
