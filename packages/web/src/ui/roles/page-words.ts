// Words of the account page and of pages for sign-in and access, in the reader's language; the English ones are loaded
// with these pages.

import { accountWords, type AccountWords } from '../words/words-account.ts'
import { openIdWords, type OpenIdWords } from '../words/words-openid.ts'
import { operationWords, type OperationWords } from '../operation/words-operation.ts'
import { oauthWords, type OAuthWords } from '../words/account/words-oauth.ts'
import { passkeyWords, type PasskeyWords } from '../words/account/words-passkeys.ts'
import { peopleWords, type PeopleWords } from '../words/account/words-people.ts'
import { secondFactorWords, type SecondFactorWords } from '../words/account/words-second-factor.ts'
import type { TermsText } from '../words/account/words-terms.ts'
import { words } from '../words/words.ts'

/** A function, because the language may change. */
export const accountText = (): AccountWords => words.account ?? accountWords
export const openIdText = (): OpenIdWords => words.openId ?? openIdWords
export const secondFactorText = (): SecondFactorWords => words.secondFactor ?? secondFactorWords
export const oauthText = (): OAuthWords => words.oauth ?? oauthWords
export const operationText = (): OperationWords => words.operation ?? operationWords
export const peopleText = (): PeopleWords => words.people ?? peopleWords
export const termsText = (): TermsText => accountText().terms
export const passkeyText = (): PasskeyWords => words.passkeys ?? passkeyWords
