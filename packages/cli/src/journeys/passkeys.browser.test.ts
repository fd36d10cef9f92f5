// Passkeys in a browser with a virtual authenticator: created on the account page, used for sign-in, and removed.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Looks, picture, sidewaysPixels } from './browser.ts'
import { BEN, HELP_DESK, serving, signIn } from './running-help-desk.ts'

const desk = serving(
  readFileSync(HELP_DESK, 'utf8').replace(/^- \*\*Sign in with:\*\*.*$/m, '$&, passkey\n- **Second factor:** possible'),
)

const LOOKS: readonly (readonly [name: string, looks: Looks])[] = [
  ['desktop', {}],
  ['phone-dark', { screen: 'phone', colours: 'dark' }],
]

/** A device that unlocks without asking. Resolves to a function that removes it. */
async function withAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => {
    await session.send('WebAuthn.disable')
    await session.detach()
  }
}

it.each(LOOKS)('is made, lets its user in without a password, and is removed: %s', async (name, looks) => {
  const { page } = await desk.signedIn(BEN, { ...looks, ignoresPolicy: true })
  const takeAway = await withAuthenticator(page)
  const signOut = async (): Promise<void> => {
    expect((await page.request.delete('/_ninefold/session')).ok()).toBe(true)
    await page.goto('/sign-in')
  }
  await page.goto('/_ninefold/account')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByText('Your passkey is made. You can sign in with it from now on.').waitFor()
  const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect.poll(() => row.innerText()).toMatch(/Made in .* on Linux\s*Never used\s*Created /)
  // The device already has a passkey, and does not create a second one for the same person.
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByText('This device has a passkey of yours already.').waitFor()
  expect(await lookAt(page, `passkeys-${name}`)).toEqual([])
  await row.scrollIntoViewIfNeeded()
  await picture(page, `passkeys-${name}`)
  expect(await sidewaysPixels(page)).toBe(0)

  // The browser offers the passkey beside the input; the virtual device accepts at once. Ben comes back to where he was.
  await signOut()
  await page.getByRole('heading', { name: 'My tickets' }).waitFor()
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)')
  await signOut()
  const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
  await enter.waitFor()
  expect(await lookAt(page, `sign-in-with-passkey-${name}`)).toEqual([])
  await picture(page, `sign-in-with-passkey-${name}`)
  await enter.click()
  await page.getByRole('heading', { name: 'My tickets' }).waitFor()
  await page.goto('/_ninefold/account')
  await expect.poll(() => row.innerText()).toMatch(/Last used /)

  // A password alone cannot remove a passkey.
  await signOut()
  await signIn(page, BEN)
  await page.goto('/_ninefold/account')
  await row.getByRole('button', { name: 'Remove' }).click()
  const again = page.getByRole('dialog', { name: 'Your passkey once more' })
  await again.waitFor()
  expect(await lookAt(page, `passkey-once-more-${name}`)).toEqual([])
  await picture(page, `passkey-once-more-${name}`)
  await again.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('The passkey is removed here. Delete it on your device, too.').waitFor()
  await expect.poll(() => row.count()).toBe(0)

  await signOut()
  await enter.click()
  await page.getByText('This passkey does not belong to an account here. Sign in another way.').waitFor()
  await picture(page, `passkey-refused-${name}`)
  await takeAway()
})
