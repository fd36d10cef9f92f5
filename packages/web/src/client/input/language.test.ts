import { expect, test } from 'vitest'
import { acceptLanguage, directionOf, languageFor, wordsFor } from './language.ts'

test('a choice comes before the specification, and that before the browser', () => {
  expect(languageFor({ chosen: 'de', stated: 'en-GB', browser: ['en-US'] })).toBe('de')
  expect(languageFor({ chosen: null, stated: 'en-GB', browser: ['de-DE'] })).toBe('en-GB')
  expect(languageFor({ chosen: null, stated: null, browser: ['fr-FR', 'de-AT', 'en'] })).toBe('de-AT')
  expect(languageFor({ chosen: null, stated: null, browser: ['fr-FR'] })).toBe('en-FR')
})

test('what says no country is written as in that of the browser', () => {
  expect(languageFor({ chosen: null, stated: 'en', browser: ['en-GB'] })).toBe('en-GB')
  expect(languageFor({ chosen: null, stated: 'en', browser: ['de-DE', 'en-US'] })).toBe('en-US')
  expect(languageFor({ chosen: null, stated: 'en', browser: ['de-DE', 'de'] })).toBe('en-DE')
  // German has no variant for the United States.
  expect(languageFor({ chosen: 'de', stated: null, browser: ['en-US'] })).toBe('de')
  expect(languageFor({ chosen: null, stated: 'en', browser: ['not a tag'] })).toBe('en')
})

test('a choice keeps the country that the specification or the browser says', () => {
  expect(languageFor({ chosen: 'de', stated: 'de-CH', browser: ['de-AT'] })).toBe('de-CH')
  expect(languageFor({ chosen: 'de', stated: 'en', browser: ['de-AT'] })).toBe('de-AT')
})

test('where there are no words in a language, they are English, and dates are as the language has them', () => {
  expect(languageFor({ chosen: null, stated: 'fr', browser: ['de'] })).toBe('fr')
  expect(wordsFor('fr')).toBe('en')
  expect(wordsFor('de-AT')).toBe('de')
})

test('the server hears the choice, or first whatever is stated and then what the browser would like', () => {
  expect(acceptLanguage({ chosen: 'de', browser: ['en-US'] })).toBe('de')
  expect(acceptLanguage({ chosen: null, browser: ['de-AT', 'en'] })).toBe('*, de-AT;q=0.9, en;q=0.8')
})

test('lines begin where the script does', () => {
  expect(['ar', 'he-IL', 'fa', 'ur-PK', 'az-Arab'].map(directionOf)).toEqual(Array(5).fill('rtl'))
  expect(['en', 'de', 'art', 'ar-Latn', 'pt-BR'].map(directionOf)).toEqual(Array(5).fill('ltr'))
})
