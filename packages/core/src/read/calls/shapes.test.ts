import { expect, it } from 'vitest'
import { readFragment, saidAbout } from '../testing.ts'

it('takes no notation of another place for the key of a shape', () => {
  const saidOf = (key: string) =>
    saidAbout(readFragment('calls', `### Shape: View of Ticket\n\n| Key | Value |\n| --- | --- |\n| ${key} | \`a\` |`))
  for (const key of ['bio?', 'items[].name', 'author.name', 'two words', '""'])
    expect(saidOf(key)).toEqual([`N011 ${key}`])
  for (const key of ['bio', '@id', '$schema', 'hydra:member', 'x-y', 'größe', '1', '"odata.type"', '"@id"', '"a"'])
    expect(saidOf(key)).toEqual([])
})
