import { expect, it } from 'vitest'
import { gregorian, typedDate } from './typed-date.ts'

it('takes a day as the language writes it, by numbers or by name, and as computers write it', () => {
  for (const [language, texts] of [
    ['en', ['2026-11-05', '11/5/2026', 'Nov 5, 2026', '5 november 2026', '11/05/26']],
    ['de', ['2026-11-05', '5.11.2026', '05.11.26', '5. November 2026', '5. Nov. 2026']],
    ['ja', ['2026/11/05', '2026年11月5日']],
    ['ar-EG', ['٥‏/١١‏/٢٠٢٦', '2026-11-05']],
  ] as const)
    for (const text of texts) expect(typedDate(text, language), `${language}: ${text}`).toBe('2026-11-05')
})

it('takes nothing for a day that is none, or not yet one', () => {
  for (const text of [
    '',
    'Nov',
    'Nov 5',
    'Nov 5, 2',
    '11/5',
    '2026-02-30',
    '13/13/2026',
    'soon',
    '1 2 3 4',
    'ma 5, 2026',
  ])
    expect(typedDate(text, 'en'), text).toBeNull()
})

it('takes back what is shown of any day, in many languages', () => {
  for (const language of [
    'en',
    'en-GB',
    'de',
    'fr',
    'es',
    'it',
    'nl',
    'pl',
    'ru',
    'ar',
    'he',
    'fa',
    'tr',
    'hu',
    'ja',
    'zh',
    'ko',
  ]) {
    const format = gregorian(language, { dateStyle: 'medium' })
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3 * 86_400_000)
      expect(typedDate(format.format(at), language), `${language}: ${format.format(at)}`).toBe(
        new Date(at).toISOString().slice(0, 10),
      )
  }
})
