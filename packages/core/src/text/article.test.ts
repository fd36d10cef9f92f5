import { expect, it } from 'vitest'
import { withArticle, withCapitalArticle } from './article.ts'

it('goes by how a name is said', () => {
  for (const name of ['Employee', '"Admin"', 'OrderLine', 'Invoice', 'Hour', 'Upload', 'Uninvited'])
    expect(withArticle(name)).toBe(`an ${name}`)
  for (const name of ['Report', '"Guest"', 'User', 'Unit', 'Utility', 'European', 'One', 'House', 'Émigré'])
    expect(withArticle(name)).toBe(`a ${name}`)
  expect(withCapitalArticle('Employee')).toBe('An Employee')
})
