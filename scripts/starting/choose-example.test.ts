import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chooseExample } from './choose-example.mjs'

const root = join(import.meta.dirname, '../..')
const chosen = (...words: string[]): unknown => chooseExample(root, words, '/somewhere')

describe('what `npm start` runs', () => {
  test('is the help desk when nothing is said', () => {
    expect(chosen()).toEqual({ file: join('examples', 'helpdesk', 'app.md'), options: [] })
    expect(chosen('--port', '4000')).toEqual({
      file: join('examples', 'helpdesk', 'app.md'),
      options: ['--port', '4000'],
    })
  })

  test('is the example that is named, with the options that follow', () => {
    expect(chosen('booking', '--port', '4000')).toEqual({
      file: join('examples', 'booking', 'app.md'),
      options: ['--port', '4000'],
    })
  })

  test('is any text by its path, from where it was typed', () => {
    expect(chosen('mine/app.md')).toEqual({ file: join('/somewhere', 'mine', 'app.md'), options: [] })
  })

  test('says what there is when there is no such example', () => {
    expect(chosen('bookings')).toEqual({
      refusal:
        'There is no example "bookings". There are: booking, conduit, crm, expenses, helpdesk, shop, stock. ' +
        'A file of your own is given by its path.',
    })
  })
})
