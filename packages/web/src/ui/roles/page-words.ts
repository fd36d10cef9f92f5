// Words of the account page and of OpenID providers, in the language of the reader: the English ones are loaded with the pages
// that say them.

import { accountWords, type AccountWords } from '../words/words-account.ts'
import { openIdWords, type OpenIdWords } from '../words/words-openid.ts'
import { words } from '../words/words.ts'

/** Asked for each time: another language has other words. */
export const accountText = (): AccountWords => words.account ?? accountWords
export const openIdText = (): OpenIdWords => words.openId ?? openIdWords
